import { row, type Row } from './figure.ts'
import { createTenant, withServers } from './tenant-deps.ts'

/** Creates tenants through all nine steps, one after the other, on either kind of database server: seconds each. */
export const measure = (count = 50): Promise<Row[]> =>
  withServers(async (deps, servers) => {
    const figures: Row[] = []
    for (const { name, id } of servers) {
      const began = performance.now()
      for (let n = 0; n < count; n++) await createTenant(deps, id)
      figures.push(row(`${count} tenants on ${name}`, (performance.now() - began) / 1000 / count, 's each'))
    }
    return figures
  })
