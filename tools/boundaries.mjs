/** Who may know whom: apps → catalogue, engine, designers → kit. Each name reads as the rule it enforces. */
const rule = (name, from, to) => ({ name, severity: 'error', from, to })
const path = (path, pathNot) => ({ path, ...(pathNot && { pathNot }) })
const shared = path(
  '^(catalogue|contracts|kit/(contracts|define|messages|errors))/',
  '[.](server|web|test)[.]tsx?$|/testing/',
)

export default {
  forbidden: [
    // A screen loaded on demand may link back to the table of addresses that names it.
    rule('there are no import cycles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } }),
    rule('kit knows only kit', path('^kit/'), path('^(apps|catalogue|contracts|engine|designers)/')),
    rule(
      'engine and designers know no concrete item and not each other',
      path('^(engine|designers)/([^/]+)/'),
      path('^(apps|catalogue)/'),
    ),
    rule(
      'only the browser knows a designer',
      path('^(engine|apps/(server|supervisor|worker|isolation|sandbox))/'),
      path('^designers/'),
    ),
    rule('the catalogue knows no engine and no designer', path('^catalogue/'), path('^(apps|engine|designers)/')),
    rule('a contract knows kit and catalogue', path('^contracts/'), path('^(apps|engine|designers)/')),
    rule('only apps know a contract', path('^(catalogue|engine|designers)/'), path('^contracts/')),
    rule(
      'an item knows no other item',
      path('^catalogue/([^/]+)/([^/]+)/'),
      path('^catalogue/', '^catalogue/($1/$2|node_modules)/'),
    ),
    rule('apps do not know each other', path('^apps/([^/]+)/', '[.]test[.]ts$'), path('^apps/', '^apps/$1/')),
    rule('shared files run anywhere', shared, path('[.](server|web)[.]tsx?$')),
    rule('shared files use no Node module', shared, { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] }),
    rule(
      'the browser sees no server file',
      path('^apps/web/|[.]web[.]tsx?$', '[.]test[.]ts$'),
      path('[.]server[.]ts$'),
    ),
    // `npm start` does not install them.
    rule(
      'what runs uses no package that only tests need',
      path(
        '^(apps|catalogue|contracts|designers|engine|kit)/',
        '[.]test[.]tsx?$|/testing/|/testing[.]ts$|/journeys/|/strange-files/',
      ),
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|plugins)/.*/(dist|node_modules)/' },
  },
}
