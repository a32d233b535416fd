import { heldCalls, openCalls } from '@weft/kit/connections/calling.server.ts'
import { defineBody } from '@weft/kit/define/element.ts'
import { connectorAction } from './connector-action.ts'

export const connectorActionBody = defineBody(connectorAction, {
  open: (step) => openCalls(step, step.settings),
  calls: (step) => heldCalls(step, step.settings),
})
