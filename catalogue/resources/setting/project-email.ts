import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { emailSettings, refuseWithoutSender } from './email.ts'

const { fields } = emailSettings.labels

/** A project's own mail server; a row of `mail_transports`, not of the installation's settings. */
export const projectEmailSettings = defineSettingGroup({
  path: 'mail_transport',
  schema: emailSettings.schema.omit({ url: true, debug: true }),
  secrets: ['password'],
  refuse: refuseWithoutSender,
  labels: {
    title: { en: 'Own mail server', de: 'Eigener Mailserver' },
    help: {
      en: 'Mails of workflows and about runs leave through it, from its sender. While no host is set, the installation’s mail server sends them.',
      de: 'E-Mails von Workflows und über Läufe gehen darüber hinaus, mit seinem Absender. Solange kein Host eingetragen ist, sendet sie der Mailserver der Installation.',
    },
    fields: {
      host: {
        label: { en: 'Host', de: 'Host' },
        help: { en: 'Empty: the installation’s mail server.', de: 'Leer: der Mailserver der Installation.' },
      },
      port: fields.port,
      security: fields.security,
      user: fields.user,
      password: fields.password,
      from: fields.from,
    },
  },
})
