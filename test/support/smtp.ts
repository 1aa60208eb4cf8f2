import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail that the server received. */
export interface TakenMail {
  from: string;
  to: string[];
  /** Headers and text, with dots unstuffed and lines ended by CRLF. */
  message: string;
  user: string | null;
}

export interface SmtpAnswers {
  /** The answer to a recipient, such as `550 5.1.1 No such user`. */
  recipient?: string;
  /** The answer to the message. */
  message?: string;
  /** The accepted user and password; without them no login is required. */
  login?: [user: string, password: string];
  /** Sends nothing, from the first byte on. */
  isSilent?: boolean;
}

export interface FakeSmtp extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly mails: TakenMail[];
  /** Every received line, unchanged. */
  readonly lines: string[];
}

/** Starts a minimal SMTP server (RFC 5321) without TLS that stores the received mails. */
export async function fakeSmtp(answers: SmtpAnswers = {}): Promise<FakeSmtp> {
  const mails: TakenMail[] = [];
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    if (!answers.isSilent) converse(socket, answers, mails, lines);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    lines,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(
  socket: Socket,
  { recipient = '250 ok', message = '250 ok', login }: SmtpAnswers,
  mails: TakenMail[],
  lines: string[],
): void {
  const say = (text: string) => void socket.write(`${text}\r\n`);
  let mail: TakenMail = { from: '', to: [], message: '', user: null };
  let text: string[] | null = null;
  const commands: Record<string, (rest: string) => void> = {
    EHLO: () => say(login ? '250-twin\r\n250 AUTH PLAIN' : '250 twin'),
    AUTH: (rest) => {
      const [, user = '', password = ''] = Buffer.from(rest.replace(/^PLAIN /, ''), 'base64')
        .toString()
        .split('\0');
      const isRight = user === login?.[0] && password === login[1];
      mail.user = isRight ? user : null;
      say(isRight ? '235 welcome' : '535 5.7.8 Wrong login');
    },
    MAIL: (rest) => {
      mail.from = /<(.*)>/.exec(rest)?.[1] ?? '';
      say('250 ok');
    },
    RCPT: (rest) => {
      mail.to.push(/<(.*)>/.exec(rest)?.[1] ?? '');
      say(recipient);
    },
    DATA: () => {
      text = [];
      say('354 go on');
    },
    QUIT: () => socket.end('221 bye\r\n'),
  };
  const endMessage = (kept: string[]) => {
    text = null;
    if (message.startsWith('2'))
      mails.push({ ...mail, message: kept.map((line) => `${line.replace(/^\./, '')}\r\n`).join('') });
    mail = { from: '', to: [], message: '', user: mail.user };
    say(message);
  };
  createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
    lines.push(line);
    if (text && line !== '.') text.push(line);
    else if (text) endMessage(text);
    else {
      const [name = '', ...rest] = line.split(' ');
      const command = commands[name.toUpperCase()];
      if (command) command(rest.join(' '));
      else say('502 unknown');
    }
  });
  say('220 twin ESMTP');
}
