import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { checkHttp } from '@weft/kit/http-sign-in/check-http.server.ts'
import { signedHttp } from '@weft/kit/http-sign-in/signed-http.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { xmlIn } from '@weft/kit/web-tables/answer.server.ts'
import { entitySets } from './metadata.ts'
import { odata } from './odata.ts'
import { urlOf } from './service.server.ts'
import { odataSession } from './session.server.ts'

const texts = defineMessages({
  sets: {
    en: '{count, plural, one {# entity set} other {# entity sets}}',
    de: '{count, plural, one {# Entitätsmenge} other {# Entitätsmengen}}',
  },
})

export const odataBody = defineConnectorBody(odata, {
  async check(settings, reach, passed) {
    const url = urlOf(settings, '$metadata')
    const answer = await checkHttp(settings, reach, passed, {
      method: 'GET',
      url,
      headers: { accept: 'application/xml' },
    })
    passed('sign_in', `HTTP ${answer.status}`)
    passed('rights', texts.sets({ count: entitySets(xmlIn(url, answer), url).length }))
  },
  open: (settings, reach) => odataSession({ ...settings, request: signedHttp(settings, reach) }),
  http: (settings, reach) => ({ base_url: settings.base_url, request: signedHttp(settings, reach) }),
})
