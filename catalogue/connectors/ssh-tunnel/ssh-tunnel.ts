import { defineConnector } from '@weft/kit/define/connector.ts'
import { sshLabels, sshSecrets, sshSettings } from '@weft/kit/network/ssh-settings.ts'
import { z } from 'zod'

export const sshTunnel = defineConnector({
  key: 'ssh_tunnel',
  icon: 'IconRouteSquare',
  category: 'network',
  settings: z.strictObject(sshSettings),
  secrets: sshSecrets,
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in'],
  provides: ['tunnel'],
  proven: 'OpenSSH 9.2',
  labels: {
    title: { en: 'SSH tunnel', de: 'SSH-Tunnel' },
    help: {
      en: 'A way into a network that one server stands open to. Other connections are reached through it.',
      de: 'Ein Weg in ein Netz, in das ein Server hineinführt. Andere Verbindungen werden darüber erreicht.',
    },
    fields: sshLabels,
  },
})
