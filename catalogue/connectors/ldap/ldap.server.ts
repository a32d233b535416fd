import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { ldap } from './ldap.ts'
import { ldapError, openLine } from './line.server.ts'

export const ldapBody = defineConnectorBody(ldap, {
  async check(settings, reach, passed) {
    const client = await openLine(settings, reach, passed)
    try {
      await client.search(settings.base, { scope: 'base', filter: '(objectClass=*)', attributes: ['1.1'] })
      passed('sample', settings.base)
    } catch (cause) {
      throw ldapError(settings, cause)
    } finally {
      await client.unbind().catch(ignore('a directory was gone before it was left'))
    }
  },
  open: async (settings, reach) => (await import('./session.server.ts')).openSession(settings, reach),
})
