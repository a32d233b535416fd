import type { anEngine } from './engine.ts'

type Ground = Pick<Awaited<ReturnType<typeof anEngine>>, 'aWorkflow'> & { partners: string }

/** Both directions between the customers of the connection `shop` and the partners of the connection `erp`, whose table is named so; `more`: what else is mapped there. */
export async function bothWays(
  { aWorkflow, partners }: Ground,
  label: string,
  { rule, more = {} }: { rule: object; more?: Record<string, string> },
) {
  const reference = label.toLowerCase().replaceAll(' ', '_')
  const read = (connection: string, table: string) =>
    ['connector_read', { connection, table, read: 'changed', cursor_field: 'updated_at' }] as const
  const set = (fields: Record<string, string>) =>
    [
      'set_fields',
      {
        keep_others: false,
        fields: Object.entries(fields).map(([field, from]) => ({ field, value: `{{ ${from} }}`, type: 'as_is' })),
      },
    ] as const
  const same = { mail: 'mail', phone: 'phone', ...('changed_here' in rule && { changed: 'updated_at' }) }
  const edges = 'go.out>read.in read.out>changed.in changed.changed>map.in map.out>write.in'
  const shared = { reference, ...rule }
  const there = await aWorkflow(
    `${label} there`,
    {
      go: ['manual'],
      read: [...read('shop', 'shop.customers')],
      changed: ['sync_changes', { connection: 'shop', table: 'shop.customers', reference, side: 'left' }],
      map: [...set({ ...same, shop_id: 'id', company: 'name', ...more })],
      write: [
        'sync_write',
        { connection: 'erp', table: partners, side: 'left', reference_field: 'shop_id', ...shared },
      ],
    },
    edges,
  )
  const back = await aWorkflow(
    `${label} back`,
    {
      go: ['manual'],
      read: [...read('erp', partners)],
      changed: ['sync_changes', { connection: 'erp', table: partners, reference, side: 'right' }],
      map: [...set({ ...same, erp_id: 'id', name: 'company', number: 'number' })],
      write: [
        'sync_write',
        { connection: 'shop', table: 'shop.customers', side: 'right', reference_field: 'erp_id', ...shared },
      ],
    },
    edges,
  )
  return { there, back }
}
