import type { SentMessage } from '@weft/kit/define/message-session.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import type { IPubackPacket } from 'mqtt-packet'
import type { Line, Settings } from './line.server.ts'
import { reasonOf } from './reasons.ts'

const texts = defineMessages({
  topic: {
    en: 'Nothing can be sent to the topic "{topic}": it needs a name, without + and #.',
    de: 'An das Thema „{topic}“ lässt sich nichts senden: Es braucht einen Namen, ohne + und #.',
  },
  large: {
    en: 'The message has {size, number} bytes; the broker takes {most, number} at most.',
    de: 'Die Nachricht hat {size, number} Bytes; der Broker nimmt höchstens {most, number}.',
  },
  headers: {
    en: 'MQTT 3.1.1 knows no headers; version 5 does.',
    de: 'MQTT 3.1.1 kennt keine Header, erst Version 5.',
  },
})

/** So many are under way at once. */
const under_way = 200
/** What stands in a packet beside topic, headers and content. */
const around = 50

/** Each is answered when the broker has it; the order of the packets is the order of the messages. */
export function sendAll(line: Line, { version }: Settings, topic: string, messages: readonly SentMessage[]) {
  const { receiveMaximum = 65_535, maximumPacketSize = 268_435_455 } = line.said.properties ?? {}
  const limited = createSemaphore({ at_once: Math.min(receiveMaximum, under_way) })
  return Promise.all(
    messages.map(({ headers = {}, body }) =>
      limited(async (): Promise<Message | undefined> => {
        const size = body.length + Buffer.byteLength(topic) + JSON.stringify(headers).length + around
        if (!/^[^+#\0]{1,20000}$/.test(topic)) return texts.topic({ topic })
        if (size > maximumPacketSize) return texts.large({ size: body.length, most: maximumPacketSize })
        const { 'content-type': contentType, ...userProperties } = headers
        const hasHeaders = Object.keys(headers).length > 0
        if (hasHeaders && version !== '5') return texts.headers()
        const { reasonCode = 0, properties } = (await line.ask({
          cmd: 'publish',
          topic,
          payload: Buffer.from(body.buffer, body.byteOffset, body.length),
          qos: 1,
          dup: false,
          retain: false,
          ...(hasHeaders && {
            properties: {
              ...(Object.keys(userProperties).length > 0 && { userProperties }),
              ...(contentType !== undefined && { contentType }),
            },
          }),
        })) as IPubackPacket
        return reasonCode >= 0x80 ? reasonOf(reasonCode, properties?.reasonString) : undefined
      }),
    ),
  )
}
