import { screen, type Route } from './declare.ts'

/** Addresses of this area. */
export const adminRoutes: Route[] = [
  screen('/admin/welcome', 'adminWelcome', 'Welcome', 'Willkommen', () =>
    import('../features/welcome/welcome.tsx').then((m) => m.AdminWelcomeScreen),
  ),
  screen('/admin/account/company', 'adminAccountData', 'Company data', 'Unternehmensdaten', () =>
    import('../features/shared/own-company.tsx').then((m) => m.ProviderGeneralScreen),
  ),
  screen('/admin/account/company/contact', 'adminAccountDataContact', 'Contact data', 'Kontaktdaten', () =>
    import('../features/shared/own-company.tsx').then((m) => m.ProviderContactScreen),
  ),
  screen('/admin/account/company/billing', 'adminAccountDataBilling', 'Billing address', 'Rechnungsadresse', () =>
    import('../features/shared/own-company.tsx').then((m) => m.ProviderBillingScreen),
  ),
  screen('/admin/account/company/accounting', 'adminAccountDataAccounting', 'Accounting', 'Buchhaltung', () =>
    import('../features/shared/own-company.tsx').then((m) => m.ProviderAccountingScreen),
  ),
  screen('/admin/users', 'adminAccountUsers', 'User administration', 'Benutzerverwaltung', () =>
    import('../features/users/users.tsx').then((m) => m.UsersScreen),
  ),
  screen('/admin/users/add', 'adminAccountUsersAdd', 'Add user', 'Benutzer hinzufügen', () =>
    import('../features/users/add-user.tsx').then((m) => m.AddUserScreen),
  ),
  screen('/admin/users/:id', 'adminAccountUsersDetail', 'User', 'Benutzer', () =>
    import('../features/users/user-screens.tsx').then((m) => m.UserInformationScreen),
  ),
  screen(
    '/admin/users/:id/information',
    'adminAccountUsersInformation',
    'User information',
    'Benutzerinformationen',
    () => import('../features/users/user-screens.tsx').then((m) => m.UserInformationScreen),
  ),
  screen('/admin/users/:id/access-data', 'adminAccountUsersAccessData', 'Access data', 'Zugangsdaten', () =>
    import('../features/users/user-screens.tsx').then((m) => m.UserAccessDataScreen),
  ),
  screen('/admin/users/:id/profile', 'adminAccountUsersProfile', 'User profile', 'Benutzerprofil', () =>
    import('../features/users/user-screens.tsx').then((m) => m.UserProfileScreen),
  ),
  screen('/admin/notifications', 'adminNotifications', 'Notifications', 'Benachrichtigungen', () =>
    import('../features/announcements/announcements.tsx').then((m) => m.AnnouncementsScreen),
  ),
  screen('/admin/media', 'adminMediaManagement', 'Media management', 'Medienverwaltung', () =>
    import('../features/media/media.tsx').then((m) => m.MediaScreen),
  ),
  screen('/admin/news', 'adminNews', 'News', 'Neuigkeiten', () =>
    import('../features/news/news.tsx').then((m) => m.NewsScreen),
  ),
  screen('/admin/news/create', 'adminNewsCreate', 'Create news article', 'Neuigkeit anlegen', () =>
    import('../features/news/news.tsx').then((m) => m.NewsCreateScreen),
  ),
  screen('/admin/news/:id', 'adminNewsDetail', 'News article', 'Neuigkeit', () =>
    import('../features/news/news.tsx').then((m) => m.NewsArticleScreen),
  ),
  screen('/admin/support', 'adminSupport', 'Support requests', 'Supportanfragen', () =>
    import('../features/help/support-requests.tsx').then((m) => m.SupportRequestsScreen),
  ),
  screen('/admin/support/:id', 'adminSupportDetail', 'Support request', 'Supportanfrage', () =>
    import('../features/help/support-requests.tsx').then((m) => m.SupportRequestScreen),
  ),
  screen('/admin/settings/system', 'adminSettingsSystem', 'System settings', 'Systemeinstellungen', () =>
    import('../features/settings/system-settings.tsx').then((m) => m.SystemSettingsScreen),
  ),
  screen('/admin/settings/system/languages', 'adminSettingsSystemLanguages', 'Languages', 'Sprachen', () =>
    import('../features/languages/languages.tsx').then((m) => m.LanguagesScreen),
  ),
  screen('/admin/settings/system/countries', 'adminSettingsSystemCountries', 'Countries', 'Länder', () =>
    import('../features/settings/countries.tsx').then((m) => m.CountriesScreen),
  ),
  screen('/admin/settings/system/countries/:id', 'adminSettingsSystemCountriesDetail', 'Country', 'Land', () =>
    import('../features/settings/countries.tsx').then((m) => m.CountryScreen),
  ),
  screen(
    '/admin/settings/system/security',
    'adminSettingsSystemSecurity',
    'Security settings',
    'Sicherheitseinstellungen',
    () => import('../features/settings/security-settings.tsx').then((m) => m.SecuritySettingsScreen),
  ),
  screen(
    '/admin/settings/system/security/whitelist',
    'adminSettingsSystemSecurityWhitelist',
    'Route whitelist',
    'Routen-Whitelist',
    () => import('../features/whitelist/whitelist.tsx').then((m) => m.WhitelistScreen),
  ),
  screen(
    '/admin/settings/system/security/whitelist/create',
    'adminSettingsSystemSecurityWhitelistCreate',
    'Add whitelist entry',
    'Whitelist-Eintrag anlegen',
    () => import('../features/whitelist/whitelist-entry.tsx').then((m) => m.WhitelistCreateScreen),
  ),
  screen(
    '/admin/settings/system/security/whitelist/:id',
    'adminSettingsSystemSecurityWhitelistDetail',
    'Whitelist entry',
    'Whitelist-Eintrag',
    () => import('../features/whitelist/whitelist-entry.tsx').then((m) => m.WhitelistEntryScreen),
  ),
  screen(
    '/admin/settings/system/help',
    'adminSettingsSystemHelp',
    'Help centre and legal pages',
    'Hilfe-Center und Rechtliches',
    () => import('../features/settings/help-settings.tsx').then((m) => m.HelpSettingsScreen),
  ),
  screen(
    '/admin/settings/system/number-ranges',
    'adminSettingsSystemNumberRanges',
    'Number ranges',
    'Nummernkreise',
    () => import('../features/settings/number-ranges.tsx').then((m) => m.NumberRangesScreen),
  ),
  screen('/admin/settings/system/roles', 'adminSettingsSystemRoles', 'Roles', 'Rollen', () =>
    import('../features/roles/roles.tsx').then((m) => m.RolesScreen),
  ),
  screen(
    '/admin/settings/system/service-accounts',
    'adminSettingsSystemServiceAccounts',
    'Service accounts',
    'Dienstkonten',
    () => import('../features/service-accounts/service-accounts.tsx').then((m) => m.ServiceAccountsScreen),
  ),
  screen(
    '/admin/settings/system/audit',
    'adminSettingsSystemAudit',
    'Audit log',
    'Prüfprotokoll',
    () => import('../features/audit/audit.tsx').then((m) => m.AuditScreen),
    { fill: true },
  ),
  screen('/admin/settings/system/queues', 'adminSettingsSystemQueues', 'Queues', 'Warteschlangen', () =>
    import('../features/queues/queues-screen.tsx').then((m) => m.SystemQueuesScreen),
  ),
  screen(
    '/admin/settings/system/queues/jobs',
    'adminSettingsSystemQueuedJobs',
    'Queued jobs',
    'Jobs in der Warteschlange',
    () => import('../features/queues/queues-screen.tsx').then((m) => m.SystemQueuedJobsScreen),
  ),
  screen(
    '/admin/settings/system/queues/settings',
    'adminSettingsSystemQueuesSettings',
    'Queue settings',
    'Warteschlangen-Einstellungen',
    () => import('../features/queues/queues-screen.tsx').then((m) => m.QueueSettingsScreen),
  ),
  screen('/admin/settings/server', 'adminSettingsServer', 'Server settings', 'Servereinstellungen', () =>
    import('../features/servers/servers.tsx').then((m) => m.ServersScreen),
  ),
  screen('/admin/settings/billing', 'adminSettingsBilling', 'Billing settings', 'Abrechnungseinstellungen', () =>
    import('../features/billing/provider-screens.tsx').then((m) => m.BillingSettingsScreen),
  ),
  screen('/admin/settings/billing/plans', 'adminSettingsBillingPlans', 'Plans', 'Tarife', () =>
    import('../features/billing/provider-screens.tsx').then((m) => m.PlansScreen),
  ),
  screen(
    '/admin/settings/billing/plans/create',
    'adminSettingsBillingPlansCreate',
    'Create plan',
    'Tarif anlegen',
    () => import('../features/billing/provider-screens.tsx').then((m) => m.CreatePlanScreen),
  ),
  screen('/admin/settings/billing/plans/:id', 'adminSettingsBillingPlansDetail', 'Plan', 'Tarif', () =>
    import('../features/billing/provider-screens.tsx').then((m) => m.PlanScreen),
  ),
  screen('/admin/settings/billing/contracts', 'adminSettingsBillingContracts', 'Contracts', 'Verträge', () =>
    import('../features/billing/provider-screens.tsx').then((m) => m.ContractsScreen),
  ),
  screen('/admin/settings/billing/runs', 'adminSettingsBillingRuns', 'Invoice runs', 'Rechnungsläufe', () =>
    import('../features/billing/runs.tsx').then((m) => m.InvoiceRunsScreen),
  ),
  screen('/admin/settings/billing/invoices', 'adminSettingsBillingInvoices', 'Invoices', 'Rechnungen', () =>
    import('../features/billing/provider-screens.tsx').then((m) => m.AllInvoicesScreen),
  ),
  screen('/admin/settings/billing/bookings', 'adminSettingsBillingBookings', 'Bookings', 'Buchungen', () =>
    import('../features/billing/provider-screens.tsx').then((m) => m.AllBookingsScreen),
  ),
  screen('/admin/settings/email', 'adminSettingsEmail', 'Email settings', 'E-Mail-Einstellungen', () =>
    import('../features/mail-settings/email-settings.tsx').then((m) => m.EmailSettingsScreen),
  ),
  screen(
    '/admin/settings/newsletter',
    'adminSettingsNewsletter',
    'Newsletter settings',
    'Newsletter-Einstellungen',
    () => import('../features/newsletter/newsletter.tsx').then((m) => m.NewsletterScreen),
  ),
  screen('/admin/settings/newsletter/:id', 'adminSettingsNewsletterDetail', 'Newsletter', 'Newsletter', () =>
    import('../features/newsletter/campaign.tsx').then((m) => m.CampaignScreen),
  ),
  screen('/admin/settings/extensions', 'adminSettingsExtensions', 'Extensions', 'Erweiterungen', () =>
    import('../features/extensions/extensions.tsx').then((m) => m.ExtensionsScreen),
  ),
  screen('/admin/settings/mail-templates', 'adminSettingsMailTemplates', 'Email templates', 'E-Mail-Vorlagen', () =>
    import('../features/mail-templates/mail-templates.tsx').then((m) => m.MailTemplatesScreen),
  ),
  screen(
    '/admin/settings/mail-templates/:id',
    'adminSettingsMailTemplatesDetail',
    'Email template',
    'E-Mail-Vorlage',
    () => import('../features/mail-templates/mail-template.tsx').then((m) => m.MailTemplateScreen),
  ),
  screen(
    '/admin/settings/workflow-elements',
    'adminSettingsWorkflowElements',
    'Designer elements',
    'Designer-Elemente',
    () => import('../features/elements/elements.tsx').then((m) => m.ElementsScreen),
  ),
  screen(
    '/admin/settings/workflow-elements/:type',
    'adminSettingsWorkflowElementsType',
    'Designer elements of a type',
    'Designer-Elemente eines Typs',
    () => import('../features/elements/elements.tsx').then((m) => m.ElementsScreen),
  ),
  screen(
    '/admin/settings/workflow-elements/:type/:action',
    'adminSettingsWorkflowElementsAction',
    'Edit designer element',
    'Designer-Element bearbeiten',
    () => import('../features/elements/elements.tsx').then((m) => m.ElementScreen),
  ),
  screen('/admin/settings/plugins', 'adminSettingsPlugins', 'Plugins', 'Plugins', () =>
    import('../features/plugins/plugins.tsx').then((m) => m.PluginsScreen),
  ),
  screen('/admin/settings/plugins/details', 'adminSettingsPluginsDetails', 'Plugin details', 'Plugin-Details', () =>
    import('../features/plugins/plugin-details.tsx').then((m) => m.PluginDetailsScreen),
  ),
  screen(
    '/admin/settings/data-structures',
    'adminSettingsDataStructures',
    'Data structures',
    'Datenstrukturen',
    () => import('../features/data-structures/data-structures.tsx').then((m) => m.DataStructuresScreen),
    { fill: true },
  ),
  screen(
    '/admin/settings/data-structures/create',
    'adminSettingsDataStructuresCreate',
    'Create data structure',
    'Datenstruktur anlegen',
    () => import('../features/data-structures/create.tsx').then((m) => m.CreateDataStructureScreen),
  ),
  screen(
    '/admin/settings/data-structures/:id',
    'adminSettingsDataStructuresDetail',
    'Data structure',
    'Datenstruktur',
    () => import('../features/data-structures/overview.tsx').then((m) => m.DataStructureScreen),
  ),
  screen(
    '/admin/settings/data-structures/:id/base-data',
    'adminSettingsDataStructuresBaseData',
    'Base data',
    'Basisdaten',
    () => import('../features/data-structures/base-data.tsx').then((m) => m.DataStructureBaseDataScreen),
  ),
  screen(
    '/admin/settings/data-structures/:id/config',
    'adminSettingsDataStructuresConfig',
    'Field configuration',
    'Feldkonfiguration',
    () => import('../features/data-structures/config.tsx').then((m) => m.DataStructureConfigScreen),
    { fill: true },
  ),
  screen(
    '/admin/settings/data-structures/:id/queries',
    'adminSettingsDataStructuresQueries',
    'Queries',
    'Abfragen',
    () => import('../features/data-structures/queries.tsx').then((m) => m.DataStructureQueriesScreen),
    { fill: true },
  ),
  screen(
    '/admin/settings/data-structures/editor',
    'adminSettingsDataStructuresEditor',
    'Data structure editor',
    'Datenstruktur-Editor',
    () => import('../features/data-structures/editor.tsx').then((m) => m.DataStructureEditorScreen),
    { rail: true, fill: true },
  ),
  screen(
    '/admin/settings/data-structures/editor/:id',
    'adminSettingsDataStructuresEditorDetail',
    'Edit data structure',
    'Datenstruktur bearbeiten',
    () => import('../features/data-structures/editor.tsx').then((m) => m.DataStructureEditorScreen),
    { rail: true, fill: true },
  ),
  screen(
    '/admin/settings/data-store',
    'adminSettingsDataStore',
    'Data store settings',
    'Data-Store-Einstellungen',
    () => import('../features/data-store/data-store.tsx').then((m) => m.DataStoreScreen),
  ),
  screen('/admin/clients', 'adminTenants', 'Tenants', 'Mandanten', () =>
    import('../features/tenants/tenants.tsx').then((m) => m.TenantsScreen),
  ),
  screen(
    '/admin/clients/create',
    'adminTenantsCreate',
    'Create tenant',
    'Mandant anlegen',
    () => import('../features/tenants/wizard/create-account.tsx').then((m) => m.CreateTenantScreen),
    { fill: true },
  ),
  screen('/admin/clients/:id', 'adminTenantsDetail', 'Tenant', 'Mandant', () =>
    import('../features/tenants/tenant-screens.tsx').then((m) => m.TenantGeneralScreen),
  ),
  screen('/admin/clients/:id/contact', 'adminTenantsContact', 'Contact data', 'Kontaktdaten', () =>
    import('../features/tenants/tenant-screens.tsx').then((m) => m.TenantContactScreen),
  ),
  screen('/admin/clients/:id/billing', 'adminTenantsBilling', 'Billing address', 'Rechnungsadresse', () =>
    import('../features/tenants/tenant-screens.tsx').then((m) => m.TenantBillingScreen),
  ),
  screen('/admin/clients/:id/accounting', 'adminTenantsAccounting', 'Accounting', 'Buchhaltung', () =>
    import('../features/tenants/tenant-screens.tsx').then((m) => m.TenantAccountingScreen),
  ),
  screen('/admin/clients/:id/account', 'adminTenantsAccount', 'Contract and usage', 'Vertrag und Nutzung', () =>
    import('../features/billing/customer-screens.tsx').then((m) => m.TenantAccountScreen),
  ),
  screen('/admin/clients/:id/storage', 'adminTenantsStorage', 'Storage', 'Speicher', () =>
    import('../features/tenants/storage.tsx').then((m) => m.TenantStorageScreen),
  ),
  screen('/admin/clients/:id/databases', 'adminTenantsDatabases', 'Databases', 'Datenbanken', () =>
    import('../features/tenants/databases.tsx').then((m) => m.TenantDatabasesScreen),
  ),
  screen('/admin/clients/:id/security', 'adminTenantsSecurity', 'Security', 'Sicherheit', () =>
    import('../features/tenants/security.tsx').then((m) => m.TenantSecurityScreen),
  ),
  screen('/admin/clients/:id/security/whitelist', 'adminTenantsSecurityWhitelist', 'Whitelist', 'Whitelist', () =>
    import('../features/whitelist/whitelist.tsx').then((m) => m.WhitelistScreen),
  ),
  screen(
    '/admin/clients/:id/security/whitelist/create',
    'adminTenantsSecurityWhitelistCreate',
    'Add whitelist entry',
    'Whitelist-Eintrag anlegen',
    () => import('../features/whitelist/whitelist-entry.tsx').then((m) => m.WhitelistCreateScreen),
  ),
  screen(
    '/admin/clients/:id/security/whitelist/:whitelistId',
    'adminTenantsSecurityWhitelistDetail',
    'Whitelist entry',
    'Whitelist-Eintrag',
    () => import('../features/whitelist/whitelist-entry.tsx').then((m) => m.WhitelistEntryScreen),
  ),
  screen('/admin/clients/:id/settings', 'adminTenantsSettings', 'Tenant settings', 'Mandanteneinstellungen', () =>
    import('../features/account/settings-screens.tsx').then((m) => m.TenantSettingsScreen),
  ),
  screen('/admin/partners', 'adminPartners', 'Partners', 'Partner', () =>
    import('../features/partners/partners.tsx').then((m) => m.PartnersScreen),
  ),
  screen(
    '/admin/partners/create',
    'adminPartnersCreate',
    'Create partner',
    'Partner anlegen',
    () => import('../features/tenants/wizard/create-account.tsx').then((m) => m.CreatePartnerScreen),
    { fill: true },
  ),
  screen('/admin/partners/:id', 'adminPartnersDetail', 'Partner', 'Partner', () =>
    import('../features/partners/partner-screens.tsx').then((m) => m.PartnerGeneralScreen),
  ),
  screen('/admin/partners/:id/contact', 'adminPartnersContact', 'Contact data', 'Kontaktdaten', () =>
    import('../features/partners/partner-screens.tsx').then((m) => m.PartnerContactScreen),
  ),
  screen('/admin/partners/:id/billing', 'adminPartnersBilling', 'Billing address', 'Rechnungsadresse', () =>
    import('../features/partners/partner-screens.tsx').then((m) => m.PartnerBillingScreen),
  ),
  screen('/admin/partners/:id/accounting', 'adminPartnersAccounting', 'Accounting', 'Buchhaltung', () =>
    import('../features/partners/partner-screens.tsx').then((m) => m.PartnerAccountingScreen),
  ),
  screen('/admin/partners/:id/storage', 'adminPartnersStorage', 'Storage', 'Speicher', () =>
    import('../features/partners/storage.tsx').then((m) => m.PartnerStorageScreen),
  ),
  screen('/admin/partners/:id/databases', 'adminPartnersDatabases', 'Databases', 'Datenbanken', () =>
    import('../features/partners/place-screens.tsx').then((m) => m.PartnerDatabasesScreen),
  ),
  screen('/admin/partners/:id/settings', 'adminPartnersSettings', 'Partner settings', 'Partnereinstellungen', () =>
    import('../features/partners/place-screens.tsx').then((m) => m.PartnerSettingsScreen),
  ),
  screen('/admin/partners/:id/account', 'adminPartnersAccount', 'Contracts and usage', 'Verträge und Nutzung', () =>
    import('../features/partners/partner-screens.tsx').then((m) => m.PartnerAccountScreen),
  ),
  screen('/admin/partners/:id/security', 'adminPartnersSecurity', 'Security', 'Sicherheit', () =>
    import('../features/partners/partner-screens.tsx').then((m) => m.PartnerSecurityScreen),
  ),
]
