import { builder } from '../../kernel/builder.ts';
import * as formats from '../../values/formats.ts';
import { EchoType } from './type.ts';

builder.queryField('sandboxEcho', (t) =>
  t.field({
    type: EchoType,
    nullable: true,
    description:
      'Sends back what was sent. Behind POST /v1/sandbox/echo, which takes a sandbox key; /graphql takes none.',
    args: {
      message: t.arg.string({ required: true, validate: formats.echoMessage }),
      reference: t.arg.string({ validate: formats.echoReference }),
    },
    authScopes: { sandboxKey: true },
    resolve: (_root, { message, reference = null }) => ({ message, reference }),
  }),
);
