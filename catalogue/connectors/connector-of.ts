import type { Connector } from '@weft/kit/define/connector.ts'
import { connectors } from './all.ts'
import { rest } from './rest/rest.ts'

const own: readonly Connector[] = connectors

/** The connector of this key: one of the house, or the one over HTTP behind those that plugins bring. */
export const connectorOf = (key: string): Connector | undefined =>
  own.find((one) => one.key === key) ?? (key.includes('.') ? rest : undefined)
