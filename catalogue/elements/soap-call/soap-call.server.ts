import { heldCalls, openCalls } from '@weft/kit/connections/calling.server.ts'
import { defineBody } from '@weft/kit/define/element.ts'
import { soapCall } from './soap-call.ts'

export const soapCallBody = defineBody(soapCall, {
  open: (step) => openCalls(step, step.settings),
  calls: (step) => heldCalls(step, step.settings),
})
