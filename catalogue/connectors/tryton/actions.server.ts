import type { ActionSession } from '@weft/kit/define/connector-action.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages, quotedTexts } from '@weft/kit/messages/messages.ts'
import type { Call } from './calls.server.ts'
import { tryton } from './tryton.ts'
import { plain } from './values.ts'

const texts = defineMessages({
  missing: { en: 'Tryton has no action called {name}.', de: 'Tryton hat keine Aktion namens {name}.' },
})

/** What leads a sale from one state to the next; who is there already stays so, however often it is asked. */
const ways: Record<string, Record<string, readonly string[]>> = {
  'sale.quote': { draft: ['quote'] },
  'sale.confirm': { draft: ['quote', 'confirm'], quotation: ['confirm'] },
  'sale.process': { confirmed: ['process'] },
  'sale.cancel': { draft: ['cancel'], quotation: ['cancel'], confirmed: ['cancel'] },
}
const reached: Record<string, readonly string[]> = {
  'sale.quote': ['quotation', 'confirmed', 'processing', 'done'],
  'sale.confirm': ['confirmed', 'processing', 'done'],
  'sale.process': ['processing', 'done'],
  'sale.cancel': ['cancelled'],
}

export const trytonActions = (call: Call, close: () => Promise<void>): ActionSession => ({
  async call(name, input, _key, signal) {
    const ended: Call = (method, params) => call(method, params, signal)
    const action = tryton.actions!.find(({ key }) => key === name)
    if (!action) throw new NotFound('ACTION_MISSING', texts.missing({ name }))
    const parsed = action.input.safeParse(numbered(input))
    if (!parsed.success) throw new Invalid('INPUT_INVALID', quotedTexts(parsed.error.issues.map(wrongIn).join(' ')))
    const given = parsed.data as DataRecord
    if (name === 'call') {
      const { model, method, arguments: list } = given as { model: string; method: string; arguments: unknown[] }
      return { result: plain(await ended(`model.${model}.${method}`, [...list, {}])) }
    }
    return onSale(ended, name, Number(given['id']))
  },
  close,
})

const wrongIn = ({ path, message }: { path: PropertyKey[]; message: string }) => `${path.join('.')}: ${message}`
const numbered = ({ id, ...input }: DataRecord) =>
  id === undefined ? input : { ...input, id: typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id }

async function onSale(call: Call, name: string, id: number): Promise<DataRecord> {
  const state = async () => {
    const [sale] = (await call('model.sale.sale.read', [[id], ['state'], {}])) as DataRecord[]
    return String(sale?.['state'])
  }
  const before = await state()
  if (reached[name]!.includes(before)) return { id, state: before }
  for (const method of ways[name]![before] ?? [name.replace('sale.', '')])
    await call(`model.sale.sale.${method}`, [[id], {}])
  return { id, state: await state() }
}
