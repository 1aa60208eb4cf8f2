import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'api_product',
  needs: 'api_products:read',
  title: 'name',
  where: 'slug',
  texts: ['name', 'slug'],
  listed: "status = 'ACTIVE'",
});

searchable({
  type: 'api_product_version',
  needs: 'api_products:read',
  title: "title || ' ' || major || '.' || number",
  where: 'status',
  texts: [],
});
