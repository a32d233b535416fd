import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { checkHttp } from '@weft/kit/http-sign-in/check-http.server.ts'
import { signedHttp } from '@weft/kit/http-sign-in/signed-http.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { operationsAt, soapActions } from './session.server.ts'
import { soap } from './soap.ts'

const texts = defineMessages({
  operations: {
    en: '{count, plural, one {# operation} other {# operations}}',
    de: '{count, plural, one {# Operation} other {# Operationen}}',
  },
  unasked: {
    en: 'What the WSDL asks for; calls are not tried.',
    de: 'Was die WSDL verlangt; Aufrufe werden nicht ausprobiert.',
  },
})

export const soapBody = defineConnectorBody(soap, {
  async check(settings, reach, passed) {
    const url = new URL(settings.description === 'address' ? settings.wsdl_path : '?wsdl', settings.base_url).href
    await checkHttp(settings, reach, passed, { method: 'GET', url })
    passed('sign_in', texts.unasked())
    const operations = await operationsAt({ ...settings, request: signedHttp(settings, reach) })
    passed('rights', texts.operations({ count: operations.length }))
  },
  actions: (settings, reach) => soapActions({ ...settings, request: signedHttp(settings, reach) }),
  http: (settings, reach) => ({ base_url: settings.base_url, request: signedHttp(settings, reach) }),
})
