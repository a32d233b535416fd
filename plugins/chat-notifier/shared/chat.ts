export type Service = 'slack' | 'teams' | 'discord'
export type Settings = {
  service?: Service
  webhook?: string
  statuses?: string[]
  address?: string
  language?: 'de' | 'en'
}
export type Outside = {
  http(request: {
    method: string
    url: string
    headers?: Record<string, string>
    body?: string
    key?: string
  }): Promise<{ status: number; headers: Record<string, string>; body: string }>
  log(level: 'debug' | 'info' | 'warning' | 'error', message: string): void
}

/** What Slack, and the text of a Teams card, would otherwise take for markup. */
export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** `Order {number}` with the record's fields, escaped. */
export const filled = (text: string, record: Record<string, unknown>) =>
  text.replaceAll(/\{([A-Za-z_][\w.]*)\}/g, (_, path: string) => {
    const value = path
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], record)
    return value === undefined || value === null
      ? ''
      : escaped(typeof value === 'object' ? JSON.stringify(value) : String(value))
  })

/** A link as the service writes it. */
export const link = (service: Service, address: string, words: string) =>
  service === 'slack'
    ? `<${address}|${escaped(words)}>`
    : `[${words.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${address})`

/** One message to the channel; a service that refuses it is an error, so it is tried again. */
export async function post(
  { http }: Outside,
  { service = 'slack', webhook = '' }: Settings,
  message: { title?: string; text: string; key?: string },
) {
  if (!webhook) throw new Error('The webhook address of the chat is not set in the settings of the plugin.')
  const { title, text, key } = message
  const answer = await http({
    method: 'POST',
    url: webhook,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bodies[service](title ?? '', text)),
    ...(key && { key }),
  })
  if (answer.status >= 300) throw new Error(`The chat answered with ${answer.status}: ${answer.body.slice(0, 200)}`)
}

const bodies: Record<Service, (title: string, text: string) => object> = {
  slack: (title, text) => ({ text: title ? `*${escaped(title)}*\n${text}` : text }),
  discord: (title, text) => ({ content: (title ? `**${title}**\n${text}` : text).slice(0, 2_000) }),
  teams: (title, text) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            ...(title ? [{ type: 'TextBlock', weight: 'Bolder', text: title, wrap: true }] : []),
            { type: 'TextBlock', text, wrap: true },
          ],
        },
      },
    ],
  }),
}
