-- Terms never change: what is offered is opened and closed, a creative reviewed, a secret replaced.
grant usage on schema marketplace to adtally_program;
grant select, insert on marketplace.advertisers, marketplace.postback_secrets, marketplace.products,
  marketplace.assets, marketplace.creatives, marketplace.publishers, marketplace.placements,
  marketplace.related_parties, marketplace.escrow_top_ups
  to adtally_program;
grant update (replaced_at) on marketplace.postback_secrets to adtally_program;
grant update (is_open, version) on marketplace.products to adtally_program;
grant update (status, refusal_reason, reviewed_by, reviewed_at) on marketplace.creatives to adtally_program;
grant update (is_open) on marketplace.placements to adtally_program;
