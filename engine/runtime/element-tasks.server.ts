import type { Element } from '@weft/kit/define/element.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implement, type Implementation } from '../isolation/serve.server.ts'
import { checkElementSettings, tryElement } from './element-tasks.ts'
import { checkSettings, runTrial } from './element-trial.ts'

/** Trying elements, as isolated tasks. */
export const elementTasks = (load: () => Promise<readonly Element[]>): Implementation[] => {
  const find = async (key: string) => (await load()).find((one) => one.key === key) ?? fail()
  return [
    implement(checkElementSettings, async ({ element, config, language }) =>
      checkSettings(await find(element), config, language),
    ),
    implement(tryElement, async ({ element, trial }) => {
      const found = await find(element)
      return runTrial(found, found.body ?? fail(), trial)
    }),
  ]
}

function fail(): never {
  throw notFound()
}
