import type { ActionSession } from '@weft/kit/define/connector-action.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { refuseFailure, xmlIn } from '@weft/kit/web-tables/answer.server.ts'
import { sendPatiently } from '@weft/kit/web-tables/patient.server.ts'
import { sameOrigin } from '@weft/kit/web-tables/same-origin.ts'
import { xmlTree, type XmlNode } from '@weft/kit/xml/xml-tree.ts'
import { contentOf, envelope, type Security } from './envelope.server.ts'
import { elementText, fieldsIn, recordIn } from './values.ts'
import { importsOf, operationsOf } from './wsdl.ts'

const texts = defineMessages({
  missing: {
    en: 'The service has no operation called {name}.',
    de: 'Der Dienst hat keine Operation namens {name}.',
  },
  many: {
    en: 'The WSDL is made of more than {limit} documents.',
    de: 'Die WSDL besteht aus mehr als {limit} Dokumenten.',
  },
})

type Described = {
  base_url: string
  description: 'address' | 'text'
  wsdl_path: string
  wsdl_text: string
  port: string
}
export type Soap = Described & Security & { request: StepContext['http'] }

const mostDocuments = 100

/** The description of a service with all that belongs to it. */
export async function operationsAt({ request, ...told }: Soap) {
  const { base_url, description, wsdl_path, wsdl_text, port } = told
  const loaded = new Map<string, XmlNode>()
  const load = async (url: string) => {
    const answer = await request({
      method: 'GET',
      url,
      timeout_ms: 60_000,
      headers: { accept: 'text/xml, application/xml' },
    })
    refuseFailure(url, answer)
    return xmlIn(url, answer)
  }
  const start = new URL(wsdl_path, base_url).href
  const queue = [start]
  if (description === 'text') {
    const root = xmlTree(wsdl_text)
    loaded.set(base_url, root)
    queue.splice(0, 1, ...importsOf(root).map((place) => sameOrigin(base_url, place)))
  }
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (loaded.has(url)) continue
    if (loaded.size >= mostDocuments) throw new Invalid('WSDL_INVALID', texts.many({ limit: mostDocuments }))
    const root = await load(url)
    loaded.set(url, root)
    for (const place of importsOf(root)) queue.push(sameOrigin(url, place))
  }
  return operationsOf([...loaded.values()], port)
}

/** The operations of a service as actions: each call is a request of its own. */
export async function soapActions(soap: Soap): Promise<ActionSession> {
  const operations = new Map((await operationsAt(soap)).map((one) => [one.name, one]))
  return {
    list: async () =>
      [...operations.values()].map(({ name, input, output }) => ({
        key: name,
        title: name,
        input: fieldsIn(input.parts),
        output: fieldsIn(output.parts),
      })),

    async call(name, input, key, signal) {
      const operation = operations.get(name)
      if (!operation) throw new NotFound('ACTION_MISSING', texts.missing({ name }))
      const { wrapper } = operation.input
      const content = wrapper.name === '' ? '' : elementText(wrapper, operation.input, input)
      const { headers, body } = envelope(operation, content, soap)
      const url = soap.base_url
      const sent = {
        method: 'POST',
        url,
        body,
        headers: { ...headers, 'idempotency-key': key },
        timeout_ms: 60_000,
        ...(signal && { signal }),
      }
      const answer = await sendPatiently(soap.request, sent)
      // A fault comes with an error of HTTP and says more than that.
      const isXml = /xml/i.test(answer.headers['content-type'] ?? '')
      if (!isXml || answer.status === 429 || answer.status === 503) refuseFailure(url, answer)
      if (answer.body.length === 0) return {}
      const found = contentOf(xmlIn(url, answer))
      refuseFailure(url, answer)
      return found ? recordIn(found, operation.output) : {}
    },
    close: async () => undefined,
  }
}
