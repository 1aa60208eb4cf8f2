import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'credential_reference',
  needs: 'credential_references:read',
  title: 'provider',
  where: '(select project.name from project where project.id = credential_reference.project_id)',
  texts: ['provider', 'external_name', 'fingerprint'],
  listed: "status = 'ACTIVE'",
});

searchable({
  type: 'vault',
  needs: 'credential_references:read',
  title: 'name',
  where: 'address',
  texts: ['name', 'address'],
  listed: "status = 'ACTIVE'",
});
