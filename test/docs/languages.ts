import { codeIn } from './recipes.ts';

export const code = codeIn('docs/guides/webhook-receivers.md');
const byHand = (text: string) => text.replace('@sallyport/sdk', './verify.mjs');

export interface Recipe {
  language: string;
  /** The program and the argument that show whether the language is installed. */
  asked: [program: string, question: string];
  files: Record<string, string>;
  /** Reads cases line by line and prints for each whether the recipe accepts it. */
  harness: [name: string, text: string];
  verifying: string[];
  receiving: string[];
}

const nodeHarness = `import { createInterface } from 'node:readline';
import { verifyWebhook } from '@sallyport/sdk';
for await (const line of createInterface({ input: process.stdin })) {
  const { secrets, headers, body } = JSON.parse(line);
  const taken = await verifyWebhook(Buffer.from(body, 'base64'), headers, secrets).then(() => true, () => false);
  console.log(taken);
}`;
const nodeKeep = 'export const keep = async (message) => console.log(message.id);';

export const recipes: Recipe[] = [
  {
    language: 'Node, with the package',
    asked: [process.execPath, '--version'],
    files: { 'receiver.mjs': code('receiver.mjs'), 'keep.mjs': nodeKeep },
    harness: ['harness.mjs', nodeHarness],
    verifying: [process.execPath, 'harness.mjs'],
    receiving: [process.execPath, 'receiver.mjs'],
  },
  {
    language: 'Node, by hand',
    asked: [process.execPath, '--version'],
    files: {
      'verify.mjs': code('verify.mjs'),
      'receiver.mjs': byHand(code('receiver.mjs')),
      'keep.mjs': nodeKeep,
    },
    harness: ['harness.mjs', byHand(nodeHarness)],
    verifying: [process.execPath, 'harness.mjs'],
    receiving: [process.execPath, 'receiver.mjs'],
  },
  {
    language: 'Python',
    asked: ['python3', '--version'],
    files: {
      'verify.py': code('verify.py'),
      'receiver.py': code('receiver.py'),
      'keep.py': 'def keep(message):\n    print(message["id"], flush=True)\n',
    },
    harness: [
      'harness.py',
      `import base64, json, sys
from verify import WebhookError, verify
for line in sys.stdin:
    case = json.loads(line)
    try:
        verify(base64.b64decode(case["body"]), case["headers"], case["secrets"])
        print("true")
    except WebhookError:
        print("false")
`,
    ],
    verifying: ['python3', 'harness.py'],
    receiving: ['python3', 'receiver.py'],
  },
  {
    language: 'Go',
    asked: ['go', 'version'],
    files: {
      'verify.go': code('verify.go'),
      'receiver.go': code('receiver.go'),
      'keep.go': `package main
import "fmt"
func keep(id string, body []byte) error {
	fmt.Println(id)
	return nil
}
`,
    },
    harness: [
      'harness.go',
      `package main
import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)
func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var each struct {
			Secrets []string
			Headers map[string]string
			Body    []byte
		}
		if err := json.Unmarshal(lines.Bytes(), &each); err != nil {
			panic(err)
		}
		header := http.Header{}
		for name, value := range each.Headers {
			header.Set(name, value)
		}
		fmt.Println(verify(each.Body, header, each.Secrets) == nil)
	}
}
`,
    ],
    verifying: ['go', 'run', 'verify.go', 'harness.go'],
    receiving: ['go', 'run', 'verify.go', 'receiver.go', 'keep.go'],
  },
];
