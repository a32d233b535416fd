import { alpenblick, bergmann, deichgraf, elbkontor, type Tenant } from './accounts.ts'
import { demoFile, made, published, runThrough, understood, type DemoProject } from './project.ts'
import { workflowDraft } from './workflow-text.ts'

type SmallProject = {
  tenant: Tenant
  project: { name: string; short: string; description: string }
  /** The file of Northwind its records come from, and what they are called here. */
  file: string
  key: string
  record: { class_name: string; table_name: string; label: string }
  /** A file that has not come lets the import fail. */
  reads?: string
}

export const smallProjects: SmallProject[] = [
  {
    tenant: elbkontor,
    project: { name: 'Purchasing', short: 'buy', description: 'Who sells raw coffee to us.' },
    file: 'suppliers.csv',
    key: 'supplier_id',
    record: { class_name: 'Supplier', table_name: 'supplier', label: 'Supplier' },
  },
  {
    tenant: deichgraf,
    project: { name: 'Tours', short: 'tours', description: 'Where our lorries stop.' },
    file: 'customers.csv',
    key: 'customer_id',
    record: { class_name: 'Stop', table_name: 'stop', label: 'Stop' },
  },
  {
    tenant: alpenblick,
    project: { name: 'Catalogue', short: 'cat', description: 'What our shops sell.' },
    file: 'products.csv',
    key: 'product_id',
    record: { class_name: 'Article', table_name: 'article', label: 'Article' },
  },
  {
    tenant: bergmann,
    project: { name: 'Stock', short: 'stock', description: 'What lies on our shelves.' },
    file: 'products.csv',
    key: 'product_id',
    record: { class_name: 'StockLevel', table_name: 'stock_level', label: 'Stock level' },
    reads: 'import/stock-today.csv',
  },
]

/** One structure, one nightly import and its first run. */
export async function furnishSmall(project: DemoProject, { file, key, record, reads }: SmallProject): Promise<void> {
  await project.upload('files?replace=true&path=import', file, Buffer.from(await demoFile(`northwind/${file}`)))
  const { model_id, fields } = await understood(project, { path: `import/${file}`, name: record.label, key })
  const structure_id = await made(project, 'data_structures', {
    ...record,
    description: `From ${file}.`,
    content_identifier: key,
    fields,
  })
  const workflow = await published(
    project,
    workflowDraft(`Import ${record.label.toLowerCase()}s`, `Reads ${reads ?? file} every night.`, {
      steps: [
        {
          id: 'nightly',
          element: 'schedule',
          label: 'Every night',
          settings: { option: 'daily', time: '01:30', zone: 'Europe/Berlin' },
          at: [0, 0],
        },
        { id: 'by_hand', element: 'manual', label: 'By hand', at: [1, 0] },
        {
          id: 'read',
          element: 'read_file',
          label: 'Read the file',
          settings: { path: reads ?? `import/${file}`, model_id },
          at: [0, 1],
        },
        {
          id: 'write',
          element: 'write_records',
          label: `Write ${record.label.toLowerCase()}s`,
          settings: { structure_id, mode: 'upsert', key: [key] },
          at: [0, 2],
        },
      ],
      edges: ['nightly.out > read.in', 'by_hand.out > read.in', 'read.out > write.in'],
    }),
  )
  await runThrough(project, workflow, reads ? 'error' : 'stopped')
}
