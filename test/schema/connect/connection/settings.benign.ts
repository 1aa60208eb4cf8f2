/** Allowed names of settings that resemble forbidden ones. */
export const benignNames = `
  tokenUrl tokenEndpoint token_type tokenizer tokens tokenCount maxTokens max_tokens token_limit tokenLifetimeSeconds
  tokenization csrfTokenHeader tokenAuthMethod accessTokenUrl refreshTokenUrl id_token_signed_response_alg tokenName
  nextPageToken pageTokenParameter continuationTokenField accessTokenLifetime bearerTokenFormat tokenExchange
  passwordPolicy password_policy passwordMinLength passwordResetUrl passwordless passwordField usesPassword passwords
  passwordExpiryDays password-reset-flow
  authorizationUrl authorization_endpoint authorizationServer authorizations authorizationType authorizationHeaderName
  authorized authorizedDomains author authors authority authUrl authType auth authMethod oauth oauthScopes authentication
  apiKeyHeader api_key_name apiKeyLocation api-key-parameter apiKeys apiVersion api apiUrl apikeyless key keys keyId
  keyField primaryKey partition_key sortKey foreignKey publicKey publishableKey keyboard keyword monkey hotkey idempotencyKey
  clientId client_id client clientSecretName clientSecretRef clientSecretExpiry clientName clientCertificateThumbprint
  credentials credentialReference credential_reference credentialId credentialKind credentialed secretName secrets
  secretary isSecret secretsManagerArn
  baseUrl base_url endpoint region tenant tenantId tenant_id accountId account organization workspaceSlug projectKey
  environment timeoutMs retryLimit pageSize locale currency timezone webhookUrl callbackUrl redirect_uri scopes scope
  audience issuer jwksUri discoveryUrl userAgent username user email host port database schema sslMode headers query
  path method labels tags filters fields mapping mappings events subscriptions channel topic queue bucket folder
  template subject replyTo from to cc signature signed encoding compression contentType accept version enabled dryRun
  description note comment título größe 名前 пример κλειδί токены ключ парольная_политика
`
  .trim()
  .split(/\s+/);

/** Allowed values of settings that resemble secrets. */
// oxfmt-ignore
export const benignValues = [
  'token', 'password', 'Bearer', 'bearer', 'Basic', 'Bearer token', 'Basic auth', 'Basic authentication', 'basic plan',
  'bearer authentication', 'Bearer of good news', 'Bearer {token}', 'Bearer ${API_TOKEN}', 'Bearer <token>', 'Basic <credentials>',
  'grant_type=password', 'response_type=token', 'authorization_code', 'client_credentials', 'client_secret_basic',
  'client_secret_post', 'private_key_jwt', 'The password is in the vault.', 'Ask for a token: see the handbook.',
  'sk', 'sk-SK', 'sk_SK', 'sk-learn', 'sk-estimator-with-a-long-name-of-words', 'task-0123456789abcdef0123456789abcdef',
  'pk_live_51H8abcdefghijklmnop', 'pk_test_TYooMQauvdEDq54NiTphI7jx', 'rt_tutorial', 'acs_endpoint', 'start_tutorial',
  'ak_live', 'tok_visa', 'tok_invite_friends', 'restart_conference_recordings', 'npm_config_registry', 'npm_lifecycle_event',
  'gho_', 'ghp_', 'github_pat_', 'glpat-', 'xoxb-', 'AKIA', 'AIza', 'ASIAN', 'ASIAPACIFIC', 'AKIAB', 'eyJ', 'eyJhbGciOiJub25l',
  'com.monkeyJungle.app.main', 'hf_transformers', 'hf_hub_download', 'r8_', 'shpat_', 'SG', 'SG.1', 'SG.com', 'pypi-server',
  'key-value', 'key-0123', 'secret_name', 'secret_manager', 'lin_reg', 'dp.st', 'hvs.example', 'gl_account', 'glsa_name',
  'https://api.example.com', 'https://api.example.com/v1/{id}', 'https://api.example.com/v1/users?page=2&sort=name',
  'https://login.example.com/oauth2/token', 'https://example.com/token?grant_type=client_credentials',
  'https://example.com/password-reset', 'https://example.com/?key={key}', 'https://example.com/?api_key={{apiKey}}&v=1',
  'https://example.com/cb?access_token=', 'https://{user}:{password}@example.com/', 'https://example.com/@user',
  'https://example.com/?email=ada@example.com', 'https://example.com:8443/a:b@c', 'ssh://git@github.com/a/b.git',
  'git@github.com:a/b.git', 'mailto:ada@example.com', 'ada@example.com', 'postgres://db.example.com:5432/app',
  'redis://cache:6379/0', 'amqp://queue.example.com/vhost', 'smtp.example.com:587', 'jdbc:postgresql://db:5432/app?ssl=true',
  'Server=db.example.com;Database=app;Encrypt=true', 'DefaultEndpointsProtocol=https;AccountName=store',
  'password=***', 'Password={password};Server=db', 'arn:aws:iam::123456789012:role/reader', 'vault://acme/shop/crf_01j8xk3v4bfq2t0c9r6m5n7p8w',
  'arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop-AbCdEf', 'projects/p/secrets/s/versions/latest',
  'eu-west-1', 'us-east-1', 'd41d8cd98f00b204e9800998ecf8427e', '0123456789abcdef0123456789abcdef-eu1',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '123e4567-e89b-42d3-a456-426614174000',
  'app_01j8xk3v4bfq2t0c9r6m5n7p8w', 'acct_1032D82eZvKYlo2C', 'cus_9s6XKzkNRiz8i3', 'T024BE7LD', 'C024BE91L', 'U012AB3CDE',
  'AC0123456789abcdef0123456789abcdef', 'SK0123', '1234567890.apps.googleusercontent.com', 'G-ABCDEF1234', 'UA-12345-6', 'GTM-ABC123',
  '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUE\n-----END CERTIFICATE-----', '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQ\n-----END PUBLIC KEY-----',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG deploy@example.com', 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t',
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=', 'sha256:47dea', 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==',
  'application/json', 'text/plain; charset=utf-8', 'multipart/form-data; boundary=x', 'max-age=3600, public', 'no-cache',
  "$.items[?(@.key=='a')].token", '$..password', '@.token', '/data/attributes/token', '/users?sort=name&order=asc', '?page=2&limit=10',
  'user.password_changed', 'api_key.rotated', 'token.expired', 'SELECT token FROM sessions WHERE id = $1', 'key IN (1,2)', 'a;b;c',
  'name;key', 'if (key == 1) { return token; }', '{{ user.name }}', '${env}', '<placeholder>', '%7Bid%7D', '100%', '%zz%', '50% of tokens',
  '{"tokenUrl":"https://example.com","retries":3}', '["password","token"]', '[draft] the "token" is told elsewhere', '{not json}', '[1,2,3]',
  '"token": as a heading', '{"a":"{\\"passwordPolicy\\":\\"strong\\"}"}', '{"type":"apiKey","in":"header","name":"X-Api-Key"}',
  'Ünïcödé ✓', '日本語', 'Пароль', '２０２６', '👩‍🔬', '', ' ', '0', 'true', 'null', '2026-11-22T01:04:05Z', '+49 30 123456', '12:30@noon',
];
