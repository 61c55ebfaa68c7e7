-- What bots keep is in bot_storage; nothing was ever written here.
DROP TABLE bot_config;
