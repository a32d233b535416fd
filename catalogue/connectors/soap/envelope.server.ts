import { createHash, randomBytes } from 'node:crypto'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { xmlText } from '@weft/kit/xml/escape.ts'
import { childOf, type XmlNode } from '@weft/kit/xml/xml-tree.ts'
import type { Operation } from './wsdl.ts'

const texts = defineMessages({
  fault: { en: 'The service refuses it: {reason}', de: 'Der Dienst lehnt es ab: {reason}' },
  denied: { en: 'The service refuses the sign-in: {reason}', de: 'Der Dienst lehnt die Anmeldung ab: {reason}' },
  odd: {
    en: 'The answer is no SOAP: its root is {name} and not Envelope.',
    de: 'Die Antwort ist kein SOAP: Die Wurzel heißt {name} und nicht Envelope.',
  },
})

const spaces = { '1.1': 'http://schemas.xmlsoap.org/soap/envelope/', '1.2': 'http://www.w3.org/2003/05/soap-envelope' }
const wss = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'

export type Security = { security: 'none' | 'text' | 'digest'; security_user: string; security_password: string }

/** A call as it goes over the wire: its headers, and the envelope around what is sent. */
export function envelope({ version, action }: Operation, content: string, security: Security) {
  const header = securityHeader(security)
  const body =
    `<?xml version="1.0" encoding="utf-8"?>` +
    `<s:Envelope xmlns:s="${spaces[version]}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
    `${header === '' ? '' : `<s:Header>${header}</s:Header>`}<s:Body>${content}</s:Body></s:Envelope>`
  const quoted = `"${action.replaceAll('"', '')}"`
  const headers: Record<string, string> =
    version === '1.1'
      ? { 'content-type': 'text/xml; charset=utf-8', soapaction: quoted }
      : { 'content-type': `application/soap+xml; charset=utf-8; action=${quoted}` }
  return { headers, body }
}

function securityHeader({ security, security_user, security_password }: Security): string {
  if (security === 'none') return ''
  const created = new Date().toISOString()
  const nonce = randomBytes(16)
  const digest = createHash('sha1').update(nonce).update(created).update(security_password).digest('base64')
  const [kind, password] = security === 'text' ? ['Text', security_password] : ['Digest', digest]
  const profile = `${wss}-username-token-profile-1.0#Password${kind}`
  return (
    `<wsse:Security s:mustUnderstand="1" xmlns:wsse="${wss}-wssecurity-secext-1.0.xsd" xmlns:wsu="${wss}-wssecurity-utility-1.0.xsd">` +
    `<wsse:UsernameToken><wsse:Username>${xmlText(security_user)}</wsse:Username>` +
    `<wsse:Password Type="${profile}">${xmlText(password!)}</wsse:Password>` +
    `<wsse:Nonce EncodingType="${wss}-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</wsse:Nonce>` +
    `<wsu:Created>${created}</wsu:Created></wsse:UsernameToken></wsse:Security>`
  )
}

/** What stands in the body of an answer; a fault is thrown with its reason. Nothing where the body is empty. */
export function contentOf(root: XmlNode): XmlNode | undefined {
  const body = root.name === 'Envelope' ? childOf(root, 'Body') : undefined
  if (!body) throw new Invalid('ANSWER_INVALID', texts.odd({ name: root.name }))
  const content = body.children[0]
  if (content?.name === 'Fault') refuse(content)
  return content
}

function refuse(fault: XmlNode): never {
  const code = (childOf(fault, 'faultcode') ?? childOf(childOf(fault, 'Code'), 'Value'))?.text ?? ''
  const inner = childOf(childOf(childOf(fault, 'Code'), 'Subcode'), 'Value')?.text ?? ''
  const said = (childOf(fault, 'faultstring') ?? childOf(childOf(fault, 'Reason'), 'Text'))?.text.trim()
  const reason = (said || code || 'Fault').slice(0, 1_000)
  if (/FailedAuthentication|InvalidSecurity|FailedCheck|NotAuthorized/i.test(code + inner))
    throw new Invalid('CONNECTION_DENIED', texts.denied({ reason }))
  throw new Invalid('SOAP_FAULT', texts.fault({ reason }))
}
