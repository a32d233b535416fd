import { randomUUID } from 'node:crypto'
import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { openLine } from './line.server.ts'
import { mqtt } from './mqtt.ts'
import { openSession } from './session.server.ts'

export const mqttBody = defineConnectorBody(mqtt, {
  async check(settings, reach, passed) {
    const client_id = `${settings.client_id}-${randomUUID()}`
    const line = await openLine(settings, reach, { client_id, isKept: false }, passed)
    await line.close()
  },
  messages: openSession,
})
