import { later, screen, type Route } from './declare.ts'

/** Addresses of this area; those of `later` open the page saying that their subject is not in this version. */
export const commonRoutes: Route[] = [
  screen('/access-denied', 'accessDenied', 'No permissions', 'Keine Berechtigung', () =>
    import('../features/error-pages/access-denied.tsx').then((m) => m.AccessDeniedScreen),
  ),
  screen('/dashboard', 'dashboard', 'Dashboard', 'Dashboard', () =>
    import('../features/dashboard/dashboard.tsx').then((m) => m.DashboardScreen),
  ),
  screen('/oauth/callback', 'oauthCallback', 'Sign-in at a provider', 'Anmeldung bei einem Anbieter', () =>
    import('../features/connections/oauth-callback.tsx').then((m) => m.OAuthCallbackScreen),
  ),
  screen('/user/profile', 'userProfile', 'My profile', 'Mein Profil', () =>
    import('../features/profile/profile.tsx').then((m) => m.ProfileScreen),
  ),
  screen('/user/profile/information', 'userProfileInformation', 'Personal information', 'Persönliche Angaben', () =>
    import('../features/profile/profile.tsx').then((m) => m.ProfileInformationScreen),
  ),
  screen('/user/profile/access-data', 'userProfileAccessData', 'Access data', 'Zugangsdaten', () =>
    import('../features/access-data/access-data.tsx').then((m) => m.ProfileAccessScreen),
  ),
  screen('/help/contact-person', 'helpContactPerson', 'Contact person', 'Ansprechpartner', () =>
    import('../features/help/contact-person.tsx').then((m) => m.ContactPersonScreen),
  ),
  screen('/help/support', 'helpSupport', 'Support', 'Support', () =>
    import('../features/help/support.tsx').then((m) => m.SupportScreen),
  ),
  screen('/help/documentation', 'helpDocumentation', 'Documentation', 'Dokumentation', () =>
    import('../features/help/documentation.tsx').then((m) => m.DocumentationScreen),
  ),
  screen('/form-helper', 'formHelper', 'Form helper', 'Formularhilfe', () =>
    import('../features/form-helper/form-helper.tsx').then((m) => m.FormHelperScreen),
  ),
  screen(
    '/builder',
    'builder',
    'Builder',
    'Builder',
    () => import('../features/builder/builder.tsx').then((m) => m.BuilderScreen),
    { fill: true, rail: true },
  ),
  screen('/apexcharts-demo', 'apexchartsDemo', 'Chart demo', 'Diagramm-Demo', () =>
    import('../features/chart-demo/chart-demo.tsx').then((m) => m.ChartDemoScreen),
  ),
  screen('/analysis/overview', 'analysisOverview', 'Analysis overview', 'Analyseübersicht', () =>
    import('../features/analysis/overview.tsx').then((m) => m.AnalysisOverviewScreen),
  ),
  screen('/analysis/jobs', 'analysisJobs', 'Jobs', 'Jobs', () =>
    import('../features/jobs/job-lists.tsx').then((m) => m.AnalysisJobsScreen),
  ),
  screen(
    '/analysis/journal',
    'analysisJournal',
    'Journal',
    'Journal',
    () => import('../features/analysis/journal.tsx').then((m) => m.AnalysisJournalScreen),
    { fill: true },
  ),
  screen('/analysis/notifications', 'analysisNotifications', 'Notifications', 'Benachrichtigungen', () =>
    import('../features/notifications/notifications.tsx').then((m) => m.NotificationsScreen),
  ),
  screen('/analysis/queues', 'analysisQueues', 'Queues', 'Warteschlangen', () =>
    import('../features/queues/tenant-queues.tsx').then((m) => m.QueueFiguresScreen),
  ),
  screen('/analysis/queues/jobs', 'analysisQueuedJobs', 'Queued jobs', 'Jobs in der Warteschlange', () =>
    import('../features/jobs/job-lists.tsx').then((m) => m.QueuedJobsScreen),
  ),
  screen(
    '/analysis/workflow-logs',
    'analysisWorkflowLogs',
    'Workflow logs',
    'Workflow-Protokolle',
    () => import('../features/analysis/journal.tsx').then((m) => m.WorkflowLogsScreen),
    { fill: true },
  ),
  screen(
    '/tools/data-lake',
    'toolsDataLake',
    'Data lake',
    'Data Lake',
    () => import('../features/data-lake/data-lake.tsx').then((m) => m.DataLakeScreen),
    { fill: true },
  ),
  screen(
    '/tools/dynamic-models',
    'toolsDynamicModels',
    'Dynamic models',
    'Dynamische Modelle',
    () => import('../features/dynamic-models/dynamic-models.tsx').then((m) => m.DynamicModelsScreen),
    { fill: true },
  ),
  screen(
    '/tools/data-store',
    'toolsDataStore',
    'Data store',
    'Data Store',
    () => import('../features/explorer/screens.tsx').then((m) => m.DataStoreScreen),
    { fill: true },
  ),
  later('/tools/marketplace-connection', 'toolsMarketplaceConnection', 'Marketplace connection', 'Marktplatzanbindung'),
  later('/tools/order-management', 'toolsOrderManagement', 'Order management', 'Auftragsverwaltung'),
  screen(
    '/tools/query-editor',
    'toolsQueryEditor',
    'Query editor',
    'Abfrage-Editor',
    () => import('../features/queries/query-editor.tsx').then((m) => m.QueryEditorScreen),
    { rail: true, fill: true },
  ),
]
