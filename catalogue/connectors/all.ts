import { amqp } from './amqp/amqp.ts'
import { imap } from './imap/imap.ts'
import { kafka } from './kafka/kafka.ts'
import { ldap } from './ldap/ldap.ts'
import { mariadb } from './mariadb/mariadb.ts'
import { mqtt } from './mqtt/mqtt.ts'
import { nats } from './nats/nats.ts'
import { pop3 } from './pop3/pop3.ts'
import { postgres } from './postgres/postgres.ts'
import { rest } from './rest/rest.ts'
import { sftp } from './sftp/sftp.ts'
import { smtp } from './smtp/smtp.ts'

/** Every kind of system that can be connected, alphabetically. */
export const connectors = [amqp, imap, kafka, ldap, mariadb, mqtt, nats, pop3, postgres, rest, sftp, smtp] as const
