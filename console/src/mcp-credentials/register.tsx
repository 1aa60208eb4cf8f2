import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { CreateMcpClientDocument } from './documents.generated.ts';
import { publicKeyOf } from './public-key.ts';

export function RegisterButton() {
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <Act needs="mcp_clients:write" look="primary" onClick={() => setMaking(true)}>
        Register a client
      </Act>
      {isMaking && <Register onClose={() => setMaking(false)} />}
    </>
  );
}

/** Registers a program, so that people can connect it. */
function Register({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const address = useAddress();
  const register = async (form: FormData) => {
    const publicKey = publicKeyOf(form);
    const input = {
      name: textOf(form, 'name') ?? '',
      redirectUris: (textOf(form, 'redirectUris') ?? '').split(/\s+/).filter(Boolean),
      ...(publicKey !== undefined && { publicKey }),
    };
    const { createMcpClient } = await send(CreateMcpClientDocument, { input });
    if (createMcpClient) route(address(`mcp-credentials/${createMcpClient.mcpClient.id}`));
  };
  return (
    <Dialog title="Register an MCP client" onClose={onClose}>
      <Form act="Register the client" onSend={register} onCancel={onClose}>
        {(refusal) => (
          <>
            <Field label="Name" name="name" hint="The consent page shows it." refusal={refusal} />
            <Area
              label="Redirect addresses"
              name="redirectUris"
              hint="One on each line, 1 to 10. A loopback address matches on any port."
              refusal={refusal}
            />
            <Area
              label="Public key"
              name="publicKey"
              hint="A JSON Web Key, for a program that proves itself with a key."
              isOptional
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
