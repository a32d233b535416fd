import { fieldNames } from '../define/field-names.ts'

const longest = 63

/** The table a table of the source arrives in: `shop.sales_order` of Shop Kiel → `shop_kiel_sales_order`. */
export function tableNameFor(system: string, table: string): string {
  const [own] = fieldNames([table.split('.').at(-1)!.replaceAll('"', '')])
  const [of] = fieldNames([system])
  if (!system.trim() || own!.startsWith(`${of!}_`)) return own!
  return `${of!.slice(0, Math.max(8, longest - 1 - own!.length)).replace(/_+$/, '')}_${own!}`.slice(0, longest)
}
