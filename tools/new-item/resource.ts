import { addToList, nextMigration, write, type Generator, type Named } from './files.ts'

export const resource: Generator = (item) => [
  write(`catalogue/resources/${item.file}/${item.file}.ts`, source(item)),
  write(nextMigration(item.file), table(item)),
  addToList('catalogue/resources/all.ts', item.variable, `./${item.file}/${item.file}.ts`),
  'Now run: npm run tables',
]

const source = ({ key, variable, title }: Named) => `import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const ${variable} = defineResource({
  table: '${key}s',
  path: '${key}s',
  scope: 'project',
  fields: { name: z.string().trim().min(1).max(191) },
  list: { columns: ['name'], search: ['name'], sort: 'name' },
  form: [['name']],
  may: 'projects',
  labels: {
    one: { en: '${title}', de: '${title}' },
    many: { en: '${title}s', de: '${title}s' },
    fields: { name: { en: 'Name', de: 'Name' } },
  },
})
`

const table = ({ key }: Named) => `create table ${key}s (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on ${key}s (project_id);
call weft_protect('${key}s', 'project');
call weft_audited('${key}s');
`
