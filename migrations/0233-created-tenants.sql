-- A partner's place is a row among the tenants and no tenant: nobody is told of it.
drop trigger plugin_event on tenants;
create trigger plugin_event after insert on tenants for each row when (new.kind = 'client') execute function weft_tenant_event();
