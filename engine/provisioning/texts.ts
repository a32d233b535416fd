import { defineMessages } from '@weft/kit/messages/messages.ts'

/** What creating a tenant says when it cannot go on. */
export const texts = defineMessages({
  partnerNotCreated: {
    en: 'The partner could not be created. Please try again later.',
    de: 'Der Partner konnte nicht angelegt werden. Bitte versuchen Sie es später erneut.',
  },
  partnerNotInitialized: {
    en: 'The partner could not be initialized. Please try again later.',
    de: 'Der Partner konnte nicht initialisiert werden. Bitte versuchen Sie es später erneut.',
  },
  partnerInUse: {
    en: 'This partner still has tenants. Please move or delete them first.',
    de: 'Dieser Partner hat noch Mandanten. Bitte verschieben oder löschen Sie diese zuerst.',
  },
  notCreated: {
    en: 'The client could not be created. Please try again later.',
    de: 'Der Mandant konnte nicht angelegt werden. Bitte versuchen Sie es später erneut.',
  },
  connectionNotAssigned: {
    en: 'The connection could not be assigned. Please try again later.',
    de: 'Die Verbindung konnte nicht zugewiesen werden. Bitte versuchen Sie es später erneut.',
  },
  notInitialized: {
    en: 'The tenant could not be initialized. Please try again later.',
    de: 'Der Mandant konnte nicht initialisiert werden. Bitte versuchen Sie es später erneut.',
  },
  noTenantConnection: {
    en: 'The tenant connection could not be created. Please check first that a database exists.',
    de: 'Die Mandantenverbindung konnte nicht angelegt werden. Bitte prüfen Sie zuerst, ob eine Datenbank vorhanden ist.',
  },
  workspaceNotUpdated: {
    en: 'The workspace could not be updated.',
    de: 'Der Workspace konnte nicht aktualisiert werden.',
  },
  settingNotUpdated: {
    en: 'The setting could not be updated.',
    de: 'Die Einstellung konnte nicht aktualisiert werden.',
  },
  domainExists: { en: 'The domain already exists.', de: 'Die Domain ist bereits vorhanden.' },
  databaseNotOpened: { en: 'The database could not be opened.', de: 'Die Datenbank konnte nicht geöffnet werden.' },
  databaseNotCreated: {
    en: 'The database could not be created. Please try again later.',
    de: 'Die Datenbank konnte nicht angelegt werden. Bitte versuchen Sie es später erneut.',
  },
  documentsNotCreated: {
    en: 'The document database could not be initialized. Please try again later.',
    de: 'Die Dokumentdatenbank konnte nicht initialisiert werden. Bitte versuchen Sie es später erneut.',
  },
  noStorageServer: {
    en: 'This storage server does not exist or is not active.',
    de: 'Diesen Speicherserver gibt es nicht, oder er ist nicht aktiv.',
  },
  storageNotCreated: {
    en: 'The storage could not be created. Please try again later.',
    de: 'Der Speicher konnte nicht angelegt werden. Bitte versuchen Sie es später erneut.',
  },
  sftpUserNotAdded: {
    en: 'The SFTP user could not be added. Please try again later.',
    de: 'Der SFTP-Benutzer konnte nicht angelegt werden. Bitte versuchen Sie es später erneut.',
  },
  queuesNotActivated: {
    en: 'The queues could not be activated. Please try again later.',
    de: 'Die Warteschlangen konnten nicht aktiviert werden. Bitte versuchen Sie es später erneut.',
  },
  daemonNotRestarted: {
    en: 'The service daemon could not be restarted. Please try again later.',
    de: 'Der Dienst konnte nicht neu gestartet werden. Bitte versuchen Sie es später erneut.',
  },
  diskFull: {
    en: 'The disk there is full: please make room first.',
    de: 'Der Datenträger dort ist voll: Bitte schaffen Sie zuerst Platz.',
  },
  daemonSilent: {
    en: '{silent, plural, one {One service process} other {# service processes}} of {all} did not answer within {seconds} seconds. Please try again later.',
    de: '{silent, plural, one {Ein Dienstprozess} other {# Dienstprozesse}} von {all} {silent, plural, one {hat} other {haben}} nicht innerhalb von {seconds} Sekunden geantwortet. Bitte versuchen Sie es später erneut.',
  },
  noServer: {
    en: 'No active database server is registered. Please add one under Settings > Server.',
    de: 'Es ist kein aktiver Datenbankserver registriert. Bitte fügen Sie unter Einstellungen > Server einen hinzu.',
  },
  noServerOfKind: {
    en: 'There is no active database server of this kind.',
    de: 'Es gibt keinen aktiven Datenbankserver dieser Art.',
  },
  domainAssigned: {
    en: 'workspace domain {domain} already assigned',
    de: 'Workspace-Domain {domain} bereits vergeben',
  },
  nameTaken: { en: 'The name "{name}" is already in use.', de: 'Der Name „{name}“ wird bereits verwendet.' },
  unknownPartner: { en: 'This partner does not exist.', de: 'Diesen Partner gibt es nicht.' },
  emailTaken: {
    en: 'The email address {email} is already in use.',
    de: 'Die E-Mail-Adresse {email} wird bereits verwendet.',
  },
  outOfOrder: {
    en: 'Please complete the earlier steps first: "{step}" is not done yet.',
    de: 'Bitte schließen Sie zuerst die früheren Schritte ab: „{step}“ ist noch nicht erledigt.',
  },
  busy: {
    en: 'This account is being set up or taken back right now. Please wait until that has finished.',
    de: 'Dieses Konto wird gerade eingerichtet oder zurückgenommen. Bitte warten Sie, bis das abgeschlossen ist.',
  },
  gone: {
    en: 'This setup was undone. Please start a new one.',
    de: 'Diese Einrichtung wurde zurückgenommen. Bitte beginnen Sie eine neue.',
  },
  inUse: {
    en: 'This tenant already has projects. Setting it up can no longer be undone; deactivate the tenant instead.',
    de: 'Dieser Mandant hat bereits Projekte. Die Einrichtung kann nicht mehr zurückgenommen werden; deaktivieren Sie den Mandanten stattdessen.',
  },
})

/** The nine steps as people read them. */
export const stepTitles = defineMessages({
  create_database: { en: 'Create database', de: 'Datenbank anlegen' },
  add_entry: { en: 'Add entry', de: 'Eintrag hinzufügen' },
  initialize_documents: { en: 'Initialize document database', de: 'Dokumentdatenbank initialisieren' },
  create_storage: { en: 'Create storage', de: 'Speicher anlegen' },
  assign_connections: { en: 'Assign connections', de: 'Verbindungen zuweisen' },
  add_sftp_user: { en: 'Add SFTP user', de: 'SFTP-Benutzer hinzufügen' },
  initialize: { en: 'Initialize', de: 'Initialisieren' },
  activate_queues: { en: 'Activate queues', de: 'Warteschlangen aktivieren' },
  restart_daemon: { en: 'Restart service daemon', de: 'Dienst neu starten' },
})
export type StepKey = keyof typeof stepTitles
