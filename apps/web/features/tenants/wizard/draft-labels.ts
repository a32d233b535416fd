import type { FieldLabel } from '@weft/kit/define/resource.ts'

/** The words of the entry form, by place. */
export const draftLabels = {
  name: { en: 'Company name', de: 'Firmenname' },
  short: { en: 'Short name', de: 'Kurzname' },
  number: {
    label: { en: 'Partner number', de: 'Partnernummer' },
    help: { en: 'The next one of the range when left empty.', de: 'Leer: die nächste des Nummernkreises.' },
  },
  abbreviation: { en: 'Abbreviation', de: 'Kürzel' },
  workspace: {
    label: { en: 'Workspace domain', de: 'Workspace-Domain' },
    help: {
      en: 'The part of its users’ addresses behind the at-sign.',
      de: 'Der Teil der Adressen seiner Benutzer hinter dem @-Zeichen.',
    },
  },
  language: {
    label: { en: 'Language', de: 'Sprache' },
    options: { de: { en: 'German', de: 'Deutsch' }, en: { en: 'English', de: 'Englisch' } },
  },
  engine: {
    label: { en: 'Kind of database', de: 'Art der Datenbank' },
    help: {
      en: 'The least used server of this kind is taken; of any kind when left empty.',
      de: 'Genommen wird der am wenigsten belegte Server dieser Art; leer: irgendeiner Art.',
    },
    options: {
      postgres: { en: 'PostgreSQL', de: 'PostgreSQL' },
      mysql: { en: 'MySQL / MariaDB', de: 'MySQL / MariaDB' },
    },
  },
  'user.salutation': { en: 'Salutation', de: 'Anrede' },
  'user.title': { en: 'Academic title', de: 'Titel' },
  'user.first_name': { en: 'First name', de: 'Vorname' },
  'user.last_name': { en: 'Last name', de: 'Nachname' },
  'user.email': { en: 'E-mail', de: 'E-Mail' },
  'user.password': { label: { en: 'Password', de: 'Passwort' } },
} satisfies Record<string, FieldLabel>
