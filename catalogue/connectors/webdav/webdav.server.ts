import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { checkedFiles } from '@weft/kit/files/checked-files.ts'
import { noFolder } from '@weft/kit/files/file-errors.ts'
import { statusError } from '@weft/kit/files/http-files.server.ts'
import { resolvedHost } from '@weft/kit/files/resolved-host.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { propfind } from './multistatus.ts'
import { requestsTo } from './requests.server.ts'
import { openSession } from './session.server.ts'
import { webdav } from './webdav.ts'

const texts = defineMessages({
  other: {
    en: '{host} does not speak WebDAV at this address (HTTP {status}).',
    de: '{host} spricht unter dieser Adresse kein WebDAV (HTTP {status}).',
  },
})

export const webdavBody = defineConnectorBody(webdav, {
  async check(settings, reach, passed) {
    const { protocol } = await resolvedHost(settings.url, reach, passed)
    const requests = requestsTo(settings, reach)
    const { host, ask, addressOf } = requests
    const headers = { depth: '0', 'content-type': 'application/xml' }
    const { status } = await ask('PROPFIND', addressOf([], 'folder'), { headers, body: propfind })
    passed('connection', protocol)
    if (status === 401) throw statusError(host, '', status)
    passed('sign_in', settings.auth === 'basic' ? settings.user : `HTTP ${status}`)
    if (status === 404) throw noFolder(settings.folder)
    if (status === 403) throw statusError(host, settings.folder, status)
    if (status !== 207) throw new Invalid('WEBDAV_MISSING', texts.other({ host, status: String(status) }))
    await checkedFiles(settings.folder, openSession(requests), passed)
  },
  files: async (settings, reach) => openSession(requestsTo(settings, reach)),
})
