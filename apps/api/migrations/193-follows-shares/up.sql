-- A follower's list of shares begins with the plans that they confirmed.
create index drafts_confirmed on follows.drafts (follower_id) where state = 'confirmed';
