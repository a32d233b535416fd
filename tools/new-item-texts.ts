/** A name in the forms an item needs: `wait-for-file`, `wait_for_file`, `waitForFile`, `Wait for file`. */
export type Named = { path: string; file: string; key: string; variable: string; title: string }

export const element = ({ key, variable, title }: Named) => `import { defineElement } from '@weft/kit/define/element.ts'
import { z } from 'zod'

export const ${variable} = defineElement({
  key: '${key}',
  group: 'transform',
  kind: 'transform',
  icon: 'IconTransform',
  settings: z.strictObject({}),
  inputs: ['in'],
  exits: ['out'],
  labels: {
    title: { en: '${title}', de: '${title}' },
    help: { en: 'Lets every record through.', de: 'Lässt jeden Datensatz durch.' },
    fields: {},
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: { open: () => ({ batch: (records) => ({ exits: { out: records } }) }) },
  examples: [{ settings: {}, takes: [{ id: 1 }], gives: { out: [{ id: 1 }] } }],
})
`

export const transformer = ({ path, key, variable, title }: Named) => `import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const ${variable} = defineTransformer({
  key: '${key}',
  group: '${path.split('/')[0]}',
  icon: 'IconTransform',
  takes: ['text'],
  options: z.strictObject({}),
  gives: 'text',
  apply: () => (text) => text,
  labels: {
    title: { en: '${title}', de: '${title}' },
    help: { en: 'Gives the text as it is.', de: 'Gibt den Text unverändert weiter.' },
    fields: {},
  },
  examples: [{ takes: ['Hamburg'], gives: 'Hamburg' }],
})
`

export const resource = ({
  key,
  variable,
  title,
}: Named) => `import { defineResource } from '@weft/kit/define/resource.ts'
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

export const migration = ({ key }: Named) => `create table ${key}s (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call weft_protect('${key}s', 'project');
`
