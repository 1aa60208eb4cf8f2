import { builder } from '../../kernel/builder.ts';
import * as formats from '../../values/formats.ts';
import { EchoType } from './type.ts';

builder.queryField('sandboxEcho', (t) =>
  t.field({
    type: EchoType,
    nullable: true,
    description: 'Echoes a message. It runs only over POST /v1/sandbox/echo, with a sandbox key.',
    args: {
      message: t.arg.string({ required: true, validate: formats.echoMessage }),
      reference: t.arg.string({ validate: formats.echoReference }),
    },
    authScopes: { sandboxKey: true },
    resolve: (_root, { message, reference = null }) => ({ message, reference }),
  }),
);
