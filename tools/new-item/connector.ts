import { addByKey, addToList, write, type Generator, type Named } from './files.ts'

export const connector: Generator = (item) => [
  write(`catalogue/connectors/${item.file}/${item.file}.ts`, declaration(item)),
  write(`catalogue/connectors/${item.file}/${item.file}.server.ts`, body(item)),
  addToList('catalogue/connectors/all.ts', item.variable, `./${item.file}/${item.file}.ts`),
  addByKey(
    'catalogue/connectors/all.server.ts',
    item.key,
    `${item.variable}Body`,
    `./${item.file}/${item.file}.server.ts`,
  ),
]

const declaration = ({
  key,
  variable,
  title,
}: Named) => `import { defineConnector } from '@weft/kit/define/connector.ts'
import { z } from 'zod'

export const ${variable} = defineConnector({
  key: '${key}',
  icon: 'IconServer',
  category: 'web',
  settings: z.strictObject({ url: z.url({ protocol: /^https?$/ }), token: z.string().max(400).default('') }),
  secrets: ['token'],
  destination: ['url'],
  checks: ['host', 'connection', 'sign_in'],
  provides: [],
  labels: {
    title: { en: '${title}', de: '${title}' },
    help: { en: 'What this system is.', de: 'Was dieses System ist.' },
    fields: { url: { en: 'Address', de: 'Adresse' }, token: { en: 'Token', de: 'Token' } },
  },
})
`

const body = ({ file, variable }: Named) => `import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ${variable} } from './${file}.ts'

const texts = defineMessages({
  status: { en: '{url} answered {status}.', de: '{url} antwortete {status}.' },
})

export const ${variable}Body = defineConnectorBody(${variable}, {
  async check({ url, token }, reach, passed) {
    const { protocol, hostname, port } = new URL(url)
    const address = await reach.resolve(hostname, Number(port) || (protocol === 'https:' ? 443 : 80))
    passed('host', address.host)
    const headers: Record<string, string> = token === '' ? {} : { authorization: \`Bearer \${token}\` }
    const { status } = await reach.http({
      method: 'GET',
      url,
      headers,
      timeout_ms: 10_000,
      tries: 1,
      max_bytes: 1_000_000,
    })
    passed('connection')
    if (status >= 400) throw new Unavailable('CONNECTION_FAILED', texts.status({ url, status: String(status) }))
    passed('sign_in', \`HTTP \${status}\`)
  },
})
`
