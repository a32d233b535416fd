import { elements } from '@weft/catalogue/elements/all.ts'
import { bodiesOf } from '@weft/engine/plugins/code.server.ts'
import { runningPlugins } from '@weft/engine/plugins/installed.server.ts'
import { elementAvailability } from '@weft/engine/workflow-model/element-availability.server.ts'
import { inScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import type { Body, Element } from '@weft/kit/define/element.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  element: { en: 'There is no element called {element}.', de: 'Es gibt kein Element namens {element}.' },
})

/** The elements of the catalogue and of plugins, and which of them whoever asks may not use. */
export const offeredElements = (db: Database, scope: Scope) =>
  inScope(db, scope, (trx) => elementAvailability(trx, elements))

export async function findElement(db: Database, scope: Scope, wanted: string): Promise<Element> {
  const found = (await offeredElements(db, scope)).elements.find((element) => element.key === wanted)
  if (!found) throw new NotFound('ELEMENT_NOT_FOUND', texts.element({ element: wanted }))
  return found
}

/** The body of an element of a plugin. */
export async function pluginBodyOf(
  { db, key: secret }: AppContext<'db' | 'key'>,
  scope: Scope,
  { key, plugin }: Element,
): Promise<Body | undefined> {
  const used = (await offeredElements(db, scope)).plugins.filter((one) => one.enabled && one.key === plugin?.key)
  return Object.assign({}, ...(await runningPlugins(db, scope, secret, used)).map(bodiesOf))[key] as Body | undefined
}
