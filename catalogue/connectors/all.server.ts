import type { ConnectorBody } from '@weft/kit/define/connector.ts'
import type { connectors } from './all.ts'
import { amqpBody } from './amqp/amqp.server.ts'
import { imapBody } from './imap/imap.server.ts'
import { kafkaBody } from './kafka/kafka.server.ts'
import { ldapBody } from './ldap/ldap.server.ts'
import { mariadbBody } from './mariadb/mariadb.server.ts'
import { mqttBody } from './mqtt/mqtt.server.ts'
import { natsBody } from './nats/nats.server.ts'
import { pop3Body } from './pop3/pop3.server.ts'
import { postgresBody } from './postgres/postgres.server.ts'
import { restBody } from './rest/rest.server.ts'
import { sftpBody } from './sftp/sftp.server.ts'
import { smtpBody } from './smtp/smtp.server.ts'

type Connectors = (typeof connectors)[number]['key']

/** What each connector does, by its key. Leaving one out is a compile error. */
export const connectorBodies: Record<Connectors, ConnectorBody<never>> = {
  amqp: amqpBody,
  imap: imapBody,
  kafka: kafkaBody,
  ldap: ldapBody,
  mariadb: mariadbBody,
  mqtt: mqttBody,
  nats: natsBody,
  pop3: pop3Body,
  postgres: postgresBody,
  rest: restBody,
  sftp: sftpBody,
  smtp: smtpBody,
}
