import assert from 'node:assert/strict'
import type { Ability, Connector } from '../define/connector.ts'
import type { ConnectorSession } from '../define/connector-session.ts'

/** A session can do what its connector says and nothing beside it. */
export function tablesAsDeclared({ provides }: Pick<Connector, 'provides'>, session: ConnectorSession) {
  const found: Ability[] = ['tables']
  for (const ability of ['lookup', 'write', 'lines', 'query'] as const) if (session[ability]) found.push(ability)
  const declared = (['tables', 'lookup', 'write', 'lines', 'query'] as const).filter((one) => provides.includes(one))
  assert.deepEqual(found, declared)
}

/** The server of the tests is the one that the connector is said to be proven with. */
export function provenWith({ proven }: Pick<Connector, 'proven'>, product: string) {
  assert.equal(product.slice(0, proven?.length), proven)
}
