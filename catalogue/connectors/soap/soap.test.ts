import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { soapCounterpart } from '@weft/kit/testing/soap.ts'
import { webReach } from '@weft/kit/testing/web-reach.ts'
import { xmlTree } from '@weft/kit/xml/xml-tree.ts'
import fc from 'fast-check'
import { contentOf, envelope } from './envelope.server.ts'
import { soap } from './soap.ts'
import { soapBody } from './soap.server.ts'
import { elementText, recordIn } from './values.ts'
import { operationsOf } from './wsdl.ts'

const server = await soapCounterpart()
after(() => server.close())
const settings = soap.settings.parse({
  base_url: server.base_url,
  security: 'text',
  security_user: 'weft',
  security_password: 'right <&> word',
})
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing went wrong',
    (error: WeftError) => `${error.code}: ${error.message}`.replaceAll(server.base_url, '/shop'),
  )
const session = await soapBody.actions!(settings, webReach)
const order = {
  id: 7,
  customer: { name: 'Müller & Söhne', city: 'Kiel' },
  line: [{ '@unit': 'kg', sku: 'a', count: 2 }],
}

test('the WSDL tells operations with typed input and output, by address or as text', async () => {
  const steps: string[] = []
  await soapBody.check(settings, webReach, (step, detail) =>
    steps.push(`${step}: ${typeof detail === 'object' ? say(detail, 'en') : detail}`),
  )
  assert.deepEqual([steps[0], steps[3]], ['host: 127.0.0.1', 'rights: 1 operation'])
  const byText = await soapBody.actions!({ ...settings, description: 'text', wsdl_text: server.wsdl }, webReach)
  for (const one of [session, byText])
    assert.deepEqual(
      (await one.list!()).map(({ key, input, output }) => [
        key,
        input.map(({ name, type, nullable }) => `${name} ${type}${nullable ? '?' : ''}`),
        output.map(({ name, type }) => `${name} ${type}`),
      ]),
      [
        [
          'PlaceOrder',
          ['id integer', 'customer json', 'line json?', 'note text?'],
          ['number text', 'total decimal', 'open boolean', 'line json'],
        ],
      ],
    )
})

test('a call sends what the WSDL knows, and its answer is typed by it', async () => {
  assert.deepEqual(await session.call('PlaceOrder', order, 'k'), {
    number: 'A-7',
    total: '12345678901234567890.50',
    open: true,
    line: [{ '@unit': 'kg', sku: 'a', count: 2 }],
  })
  assert.deepEqual(server.orders.at(-1)!.customer, { name: 'Müller & Söhne', city: 'Kiel' })
  const alone = await session.call('PlaceOrder', { id: 8, customer: { name: 'x' } }, 'k')
  assert.deepEqual(alone['line'], [])
})

test('what is wrong is refused before or by the service, in words', async () => {
  for (const [input, said] of [
    [{ ...order, id: 13 }, 'SOAP_FAULT: The service refuses it: Order 13 is not <taken>.'],
    [
      { ...order, price: 1 },
      'FIELD_UNKNOWN: The operation knows nothing called price at PlaceOrder. It knows: id, customer, line, note.',
    ],
    [{ id: 1 }, 'FIELD_MISSING: The operation needs PlaceOrder.customer.'],
  ] as const)
    assert.equal(await failure(session.call('PlaceOrder', input, 'k')), said)
  assert.equal(
    await failure(session.call('Nothing', {}, 'k')),
    'ACTION_MISSING: The service has no operation called Nothing.',
  )
  const stranger = await soapBody.actions!({ ...settings, security_password: 'wrong' }, webReach)
  assert.match(await failure(stranger.call('PlaceOrder', order, 'k')), /^(CONNECTION_DENIED|SOAP_FAULT): /)
  const noWsdl = soapBody.actions!({ ...settings, description: 'text', wsdl_text: '<html/>' }, webReach)
  assert.equal(await failure(noWsdl), 'WSDL_INVALID: This is no WSDL: its root is html and not definitions.')
})

test('operations in the style of calls have a part for each argument', () => {
  const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema">
    <message name="In"><part name="a" type="x:int"/><part name="b" type="x:string"/></message>
    <message name="Out"><part name="sum" type="x:decimal"/></message>
    <portType name="P"><operation name="Add"><input message="t:In"/><output message="t:Out"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Add"><soap:operation soapAction="add"/><input><soap:body use="literal" namespace="urn:calls"/></input></operation></binding>
    <service name="S"><port name="One" binding="t:B"/></service></definitions>`
  const [add] = operationsOf([xmlTree(wsdl)])
  assert.equal(
    elementText(add!.input.wrapper, add!.input, { a: 1, b: '<2>' }),
    '<m:Add xmlns:m="urn:calls"><a xmlns="">1</a><b xmlns="">&lt;2&gt;</b></m:Add>',
  )
  assert.deepEqual(recordIn(xmlTree('<r><sum>0.10</sum></r>'), add!.output), { sum: '0.10' })
  assert.throws(() => operationsOf([xmlTree(wsdl)], 'Two'), /^Invalid: The WSDL has no port for SOAP: Two\.$/)
})

test('a digest is made of nonce, time and password', () => {
  const [operation] = operationsOf([xmlTree(server.wsdl)])
  const { body } = envelope(operation!, '', { security: 'digest', security_user: 'weft', security_password: 'secret' })
  assert.ok(!body.includes('secret<') && body.includes('#PasswordDigest'))
})

test('random and cut answers and descriptions end in something readable or in a sentence', () => {
  const answer = `<s:Envelope xmlns:s="x"><s:Body><r><number>1</number><line><sku>a</sku></line></r></s:Body></s:Envelope>`
  const [operation] = operationsOf([xmlTree(server.wsdl)])
  const cut = (text: string) => fc.nat(text.length).map((end) => text.slice(0, end))
  const mixed = (text: string) =>
    fc
      .tuple(fc.nat(text.length), fc.nat(40), fc.string({ maxLength: 20 }))
      .map(([at, gap, put]) => text.slice(0, at) + put + text.slice(at + gap))
  const readable = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      assert.ok(error instanceof WeftError, String(error))
    }
  }
  fc.assert(
    fc.property(fc.oneof(fc.string(), cut(answer), mixed(answer)), (text) =>
      readable(() => recordIn(contentOf(xmlTree(text)) ?? xmlTree('<a/>'), operation!.output)),
    ),
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(fc.oneof(cut(server.wsdl), mixed(server.wsdl)), (text) =>
      readable(() => operationsOf([xmlTree(text)]).map((one) => elementText(one.input.wrapper, one.input, {}))),
    ),
    { numRuns: 500 },
  )
})
