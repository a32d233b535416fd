import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

/** What signing in asks for, for the whole installation. Defaults and ranges after OWASP and NIST 800-63B. */
export const securitySettings = defineSettingGroup({
  path: 'security',
  schema: z.strictObject({
    tries: z.int().min(3).max(20).default(5),
    tries_minutes: z.int().min(1).max(60).default(15),
    throttle_minutes: z.int().min(1).max(60).default(5),
    attempts_before_lock: z.int().min(5).max(100).default(10),
    two_factor: z.boolean().default(true),
    code_minutes: z.int().min(1).max(10).default(10),
    device_days: z.int().min(1).max(90).default(30),
    password_length: z.int().min(8).max(64).default(12),
    password_letters: z.boolean().default(true),
    password_digits: z.boolean().default(false),
    reset_minutes: z.int().min(5).max(1440).default(60),
    invitation_days: z.int().min(1).max(30).default(7),
    idle_minutes: z.int().min(5).max(1440).default(60),
    session_hours: z.int().min(1).max(168).default(24),
  }),
  labels: {
    title: { en: 'Signing in', de: 'Anmeldung' },
    help: {
      en: 'Holds for everybody who signs in to this installation. Changes count after five seconds.',
      de: 'Gilt für alle, die sich an dieser Installation anmelden. Änderungen gelten nach fünf Sekunden.',
    },
    fields: {
      tries: {
        label: { en: 'Tries until throttling', de: 'Versuche bis zur Drosselung' },
        help: {
          en: 'So many failed tries of one address, known or not, then it has to wait.',
          de: 'So viele Fehlversuche einer Adresse, ob bekannt oder nicht, danach muss sie warten.',
        },
      },
      tries_minutes: {
        label: { en: 'Counted within (minutes)', de: 'Gezählt innerhalb von (Minuten)' },
        help: { en: 'Older tries are forgotten.', de: 'Ältere Versuche zählen nicht mehr.' },
      },
      throttle_minutes: {
        label: { en: 'Throttle (minutes)', de: 'Drosselung (Minuten)' },
        help: {
          en: 'Doubles with every further time, up to an hour.',
          de: 'Verdoppelt sich bei jedem weiteren Mal, höchstens auf eine Stunde.',
        },
      },
      attempts_before_lock: {
        label: { en: 'Attempts before lock', de: 'Versuche bis zur Sperre' },
        help: {
          en: 'So many failed tries in a row lock the account for devices it does not know, until an administrator unlocks it, its password is reset, or a second factor is given.',
          de: 'So viele Fehlversuche in Folge sperren das Konto für unbekannte Geräte, bis ein Administrator es entsperrt, das Passwort zurückgesetzt oder ein zweiter Faktor angegeben wird.',
        },
      },
      two_factor: {
        label: {
          en: 'Two-factor code on a new device or address',
          de: 'Zwei-Faktor-Code bei neuem Gerät oder neuer Adresse',
        },
        help: {
          en: 'By mail, or by the authenticator application of those who have set one up.',
          de: 'Per E-Mail oder über die Authenticator-App, wo eine eingerichtet ist.',
        },
      },
      code_minutes: {
        en: 'Validity of the two-factor code (minutes)',
        de: 'Gültigkeit des Zwei-Faktor-Codes (Minuten)',
      },
      device_days: {
        label: { en: 'Trusted device (days)', de: 'Vertrautes Gerät (Tage)' },
        help: {
          en: 'So long a trusted device needs no code.',
          de: 'So lange braucht ein vertrautes Gerät keinen Code.',
        },
      },
      password_length: {
        label: { en: 'Shortest password (characters)', de: 'Kürzestes Passwort (Zeichen)' },
        help: { en: 'NIST recommends 15. The longest is 128.', de: 'NIST empfiehlt 15. Das längste hat 128.' },
      },
      password_letters: {
        label: { en: 'Upper and lower case letters needed', de: 'Groß- und Kleinbuchstaben nötig' },
        help: {
          en: 'NIST advises against rules of composition; length counts for more.',
          de: 'NIST rät von Regeln zur Zusammensetzung ab; Länge zählt mehr.',
        },
      },
      password_digits: {
        label: { en: 'Letters and digits needed', de: 'Buchstaben und Ziffern nötig' },
        help: { en: 'An alphanumeric password.', de: 'Ein alphanumerisches Passwort.' },
      },
      reset_minutes: {
        en: 'Validity of a password reset link (minutes)',
        de: 'Gültigkeit eines Links zum Zurücksetzen (Minuten)',
      },
      invitation_days: { en: 'Validity of an invitation (days)', de: 'Gültigkeit einer Einladung (Tage)' },
      idle_minutes: {
        label: { en: 'Session without use (minutes)', de: 'Sitzung ohne Nutzung (Minuten)' },
        help: { en: 'Then one is signed out.', de: 'Danach wird man abgemeldet.' },
      },
      session_hours: {
        label: { en: 'Session in all (hours)', de: 'Sitzung insgesamt (Stunden)' },
        help: { en: 'Then one is signed out in any case.', de: 'Danach wird man in jedem Fall abgemeldet.' },
      },
    },
  },
})
export type SecuritySettings = ReturnType<typeof securitySettings.schema.parse>
