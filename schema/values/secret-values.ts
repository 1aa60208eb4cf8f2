import { hasCredentialParameter } from './credential-parameters.ts';
import { decodings } from './percent.ts';
import { secretPattern } from './secret.ts';

/** The published prefixes of secrets. Each pattern requires enough further characters to exclude words. */
// oxfmt-ignore
const prefixed: readonly (readonly [what: string, form: string])[] = [
  ['a secret of ours',            `${secretPattern.source}_[0-9A-Za-z]{20,}`],
  ['a GitHub token',              String.raw`gh[oprsu]_[0-9A-Za-z]{20,}|github_pat_\w{20,}`],
  ['a GitLab token',              String.raw`gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|soat|wt)-[\w-]{20,}`],
  ['a Stripe key',                String.raw`[rs]k_(?:org_)?(?:live|test)_[0-9A-Za-z]{10,}`],
  ['a signing secret',            String.raw`whsec_[0-9A-Za-z+/]{24,}`],
  ['a Slack token',               String.raw`xox[abceoprs][.-][\w.-]{10,}|xapp-\d-[\w-]{10,}`],
  ['a Slack webhook',             String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/[\w/]{20,}`],
  ['a Discord webhook',           String.raw`discord(?:app)?\.com/api/webhooks/\d{1,25}/[\w-]{20,}`],
  ['a Teams webhook',             String.raw`webhook\.office\.com/webhookb2/[\w@-]{20,}`],
  ['a Telegram bot token',        String.raw`\d{8,10}:AA[\w-]{33}`],
  ['an AWS access key',           String.raw`A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}(?![0-9A-Za-z])`],
  ['a Google API key',            String.raw`AIza[\w-]{35}`],
  ['a Google client secret',      String.raw`GOCSPX-[\w-]{20,}`],
  ['a Google token',              String.raw`ya29\.[\w-]{20,}|1//0[\w-]{40,}`],
  ['an Azure client secret',      String.raw`[\w~.-]{3}\dQ~[\w~.-]{31,34}`],
  ['an npm token',                String.raw`npm_[0-9A-Za-z]{30,}`],
  ['a PyPI token',                String.raw`pypi-[\w-]{50,}`],
  ['a RubyGems key',              String.raw`rubygems_[0-9a-f]{48}`],
  ['a Docker token',              String.raw`dckr_[op]at_[\w-]{20,}`],
  ['an OpenAI key',               String.raw`sk-(?:proj|svcacct|admin|None)-[\w-]{20,}|sk-[0-9A-Za-z]{32,}`],
  ['an Anthropic key',            String.raw`sk-ant-[a-z]{3,8}\d\d-[\w-]{20,}`],
  ['an OpenRouter key',           String.raw`sk-or-v1-[0-9a-f]{32,}`],
  ['a Groq key',                  String.raw`gsk_[0-9A-Za-z]{40,}`],
  ['an xAI key',                  String.raw`xai-[0-9A-Za-z]{40,}`],
  ['a Perplexity key',            String.raw`pplx-[0-9A-Za-z]{40,}`],
  ['a Hugging Face token',        String.raw`(?:hf|api_org)_[0-9A-Za-z]{34}`],
  ['a Replicate token',           String.raw`r8_[0-9A-Za-z]{37}`],
  ['a SendGrid key',              String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`],
  ['a Mailchimp key',             String.raw`[0-9a-f]{32}-us\d{1,2}(?![0-9A-Za-z])`],
  ['a Mailgun key',               String.raw`key-[0-9a-f]{32}`],
  ['a Resend key',                String.raw`re_[0-9A-Za-z]{8}_[0-9A-Za-z]{20,}`],
  ['a Postman key',               String.raw`PMAK-[0-9a-f]{24}-[0-9a-f]{34}`],
  ['a Shopify token',             String.raw`shp(?:at|ca|pa|ss|ua)_[0-9A-Fa-f]{32}`],
  ['a Square token',              String.raw`sq0[a-z]{3}-[\w-]{20,}|EAAA[\w-]{56,}`],
  ['a PayPal or Braintree token', String.raw`access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}`],
  ['a DigitalOcean token',        String.raw`do[opr]_v1_[0-9a-f]{64}`],
  ['a Heroku key',                String.raw`HRKU-[\w-]{36,}`],
  ['a Linear key',                String.raw`lin_(?:api|oauth)_[0-9A-Za-z]{30,}`],
  ['a Notion token',              String.raw`ntn_[0-9A-Za-z]{40,}|secret_[0-9A-Za-z]{43}(?![0-9A-Za-z])`],
  ['an Airtable token',           String.raw`pat[0-9A-Za-z]{14}\.[0-9a-f]{64}`],
  ['a Figma token',               String.raw`fig[dor]_[\w-]{40,}`],
  ['an Atlassian token',          String.raw`AT(?:ATT|CTT|BB)[0-9A-Za-z][\w=-]{27,}`],
  ['a Databricks token',          String.raw`dapi[0-9a-f]{32}`],
  ['a HashiCorp Vault token',     String.raw`hv[brs]\.[\w-]{24,}`],
  ['a Terraform token',           String.raw`[0-9A-Za-z]{14}\.atlasv1\.[\w-]{60,}`],
  ['a Doppler token',             String.raw`dp\.(?:audit|ct|pt|sa|scim|st)\.[\w.-]{40,}`],
  ['a Grafana token',             String.raw`gl(?:c_|sa_)[0-9A-Za-z+/]{32,}`],
  ['a New Relic key',             String.raw`NR(?:AK|II|IQ|JS|RA)-[0-9A-Za-z]{27,}`],
  ['a PlanetScale secret',        String.raw`pscale_(?:oauth|pw|tkn)_[\w.-]{32,}`],
  ['a Supabase key',              String.raw`sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,}`],
  ['an age key',                  String.raw`AGE-SECRET-KEY-1[0-9A-Z]{58}`],
];

// Each pattern takes linear time: an unbounded repetition cannot start inside the text that it has passed.
// oxfmt-ignore
const unprefixed: readonly (readonly [what: string, form: RegExp])[] = [
  ['a private key',        /-----BEGIN (?:[0-9A-Z]{1,20} ){0,4}PRIVATE KEY|PuTTY-User-Key-File-\d/],
  ['a private key',        /LS0tLS1CRUdJTi(?:BQUklWQVRF|[0-9A-Za-z]{2,8}(?:UFJJVkFURS|BQUklWQVRF|IFBSSVZBVEUg))/],
  ['a JWT',                /(?<![\w-])eyJ[\w-]{8,}\.[\w-]*\.[\w-]*/],
  ['a bearer token',       /(?<![\w-])bearer\s{1,5}(?:(?=[A-Za-z_.~+/=-]*\d)[\w.~+/=-]{8,}|[\w.~+/=-]{20,})/i],
];
const forms: readonly (readonly [what: string, form: RegExp])[] = [
  ...prefixed.map(([what, form]) => [what, new RegExp(`(?<![0-9A-Za-z])(?:${form})`)] as const),
  ...unprefixed,
];

// A fast check that most texts pass without a match: all prefixes in one pattern, and a trait of each other
// form.
const mayHoldSecret = [
  new RegExp(`(?<![0-9A-Za-z])(?:${prefixed.map(([, form]) => form).join('|')})`),
  ...unprefixed.map(([, form]) => form),
  /[=@]|basic/i,
];

// Placeholders of templates: {name}, {{name}}, ${name}, <name>, ***.
const placeholder = /\$?\{{1,2}[\w .-]{0,64}\}{1,2}|<[\w .-]{1,64}>|\*{3,}/g;
// oxfmt-ignore
const filledIn: readonly (readonly [what: string, form: RegExp])[] = [
  ['a URL with a user name or a password', /\/\/[^/?#\s@:"\\<>{}]*:[^/?#\s@"\\<>{}]+@|https?:\/\/[^/?#\s@:"\\<>{}]+@/i],
  ['a signed URL',                           /[?&](?:sig|signature|x-(?:amz|goog)-signature)=[\w%+/=-]{16,}/i],
  ['a connection string with a password',        /(?:^|[;\s&"'])(?:password|passwd|pwd|clientsecret|(?:account|secretaccess|sharedaccess)key)=[^\s;&"'\\]+/i],
];
const basic = /(?<![\w-])basic\s{1,5}([\w+/-]{4,}={0,2})/gi;
const address = /^(?:[a-z][a-z\d+.-]{0,30}:\/\/|[/?]|[\w-]+(?:\.[\w-]+)+[:/?#])/i;

/**
 * Returns which kind of secret a text seems to contain, also percent-decoded up to three times; null if none.
 */
export function secretIn(text: string): string | null {
  for (const decoded of decodings(plain(text))) {
    const found = whatOf(decoded);
    if (found !== null) return found;
  }
  return null;
}

// Removes zero-width characters, and normalizes fullwidth letters.
function plain(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text.normalize('NFKC').replaceAll(/\p{DI}/gu, '');
}

function whatOf(text: string): string | null {
  if (!mayHoldSecret.some((form) => form.test(text))) return null;
  const bare = text.replaceAll(placeholder, '');
  const found = forms.find(([, form]) => form.test(text)) ?? filledIn.find(([, form]) => form.test(bare));
  if (found) return found[0];
  if (holdsBasicCredentials(text)) return 'a user name and a password';
  return addressesIn(bare).some(hasCredentialParameter) ? 'a URL with a credential' : null;
}

// RFC 7617 §2. After “Basic”, most words do not decode to a text with a colon.
function holdsBasicCredentials(text: string): boolean {
  return [...text.matchAll(basic)].some(([, credentials = '']) =>
    /^[^\p{Cc}\ufffd:]*:[^\p{Cc}\ufffd]*$/u.test(Buffer.from(credentials, 'base64').toString()),
  );
}

function addressesIn(text: string): string[] {
  return text.split(/[\s"'`<>()[\]{}|,\\]+/).filter((word) => address.test(word));
}
