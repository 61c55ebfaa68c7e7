/** Texts that a user sees on the way from the first page to a restored backup, in each language, as it was read on its screen. */

/** Texts of controls and headings. A text with a value in it is a pattern. */
export interface JourneyWords {
  setUp: string;
  organization: string;
  yourName: string;
  email: string;
  password: string;
  create: string;
  connectsHere: string;
  invitePeople: string;
  invites: string;
  inviteByEmail: string;
  addresses: string;
  createInvitations: string;
  invitationFor: RegExp;
  notSent: string;
  close: string;
  invitesYou: RegExp;
  goodLength: string;
  join: RegExp;
  newTopic: string;
  topic: string;
  messageTo: RegExp;
  send: RegExp;
  search: string;
  searchField: string;
  oneResult: string;
  me: string;
  preferences: string;
  theme: string;
  dark: string;
  saved: string;
  backups: string;
  backUpNow: string;
  moreOfBackup: RegExp;
  restore: RegExp;
  restoreThis: string;
  yourPassword: string;
  wrongPassword: string;
  replace: string;
  restored: string;
  goOn: string;
  beforeRestore: string;
}

export const journeyWords: Readonly<Record<'de' | 'fr' | 'es' | 'ja' | 'ar', JourneyWords>> = {
  de: {
    setUp: 'Mein Team einrichten',
    organization: 'Name der Organisation',
    yourName: 'Dein Name',
    email: 'E-Mail',
    password: 'Passwort',
    create: 'Organisation erstellen',
    connectsHere: 'Hier verbindet sich dein Team',
    invitePeople: 'Personen einladen',
    invites: 'Einladungen',
    inviteByEmail: 'Per E-Mail einladen',
    addresses: 'E-Mail-Adressen',
    createInvitations: 'Einladungen erstellen',
    invitationFor: /^Einladung für /,
    notSent: 'Es wurde keine E-Mail gesendet, weil kein E-Mail-Server eingerichtet ist. Gib diesen Link selbst weiter.',
    close: 'Schließen',
    invitesYou: /lädt dich zum Team-Chat ein$/,
    goodLength: 'Gute Länge.',
    join: /beitreten$/,
    newTopic: 'Neues Thema',
    topic: 'Thema',
    messageTo: /^Nachricht an /,
    send: /^An .* senden$/,
    search: 'Suchen',
    searchField: 'Nachrichten, Personen und Kanäle suchen',
    oneResult: '1 Treffer',
    me: 'Ich',
    preferences: 'Allgemein',
    theme: 'Design',
    dark: 'Dunkel',
    saved: 'Gespeichert: Design',
    backups: 'Sicherungen',
    backUpNow: 'Jetzt sichern',
    moreOfBackup: /^Weitere Aktionen für die Sicherung vom /,
    restore: /^Wiederherstellen/,
    restoreThis: 'Diese Sicherung wiederherstellen?',
    yourPassword: 'Dein Passwort',
    wrongPassword: 'Dieses Passwort ist nicht richtig.',
    replace: 'Alles ersetzen',
    restored: 'Wiederhergestellt',
    goOn: 'Weiter',
    beforeRestore: 'vor einer Wiederherstellung',
  },
  fr: {
    setUp: 'Configurer mon équipe',
    organization: 'Nom de l’organisation',
    yourName: 'Votre nom',
    email: 'E-mail',
    password: 'Mot de passe',
    create: 'Créer l’organisation',
    connectsHere: 'Votre équipe se connecte ici',
    invitePeople: 'Inviter des personnes',
    invites: 'Invitations',
    inviteByEmail: 'Inviter par e-mail',
    addresses: 'Adresses e-mail',
    createInvitations: 'Créer les invitations',
    invitationFor: /^Invitation pour /,
    notSent: 'Aucun e-mail n’a été envoyé, car aucun serveur d’e-mail n’est configuré. Partagez ce lien vous-même.',
    close: 'Fermer',
    invitesYou: /vous invite au chat de l’équipe$/,
    goodLength: 'Bonne longueur.',
    join: /^Rejoindre /,
    newTopic: 'Nouveau sujet',
    topic: 'Sujet',
    messageTo: /^Message à /,
    send: /^Envoyer à /,
    search: 'Rechercher',
    searchField: 'Rechercher des messages, des personnes et des canaux',
    oneResult: '1 résultat',
    me: 'Moi',
    preferences: 'Préférences',
    theme: 'Thème',
    dark: 'Sombre',
    saved: 'Enregistré : Thème',
    backups: 'Sauvegardes',
    backUpNow: 'Sauvegarder maintenant',
    moreOfBackup: /^Autres actions pour la sauvegarde du /,
    restore: /^Restaurer/,
    restoreThis: 'Restaurer cette sauvegarde ?',
    yourPassword: 'Votre mot de passe',
    wrongPassword: 'Ce mot de passe est incorrect.',
    replace: 'Tout remplacer',
    restored: 'Restauré',
    goOn: 'Continuer',
    beforeRestore: 'avant une restauration',
  },
  es: {
    setUp: 'Configurar mi equipo',
    organization: 'Nombre de la organización',
    yourName: 'Tu nombre',
    email: 'Correo electrónico',
    password: 'Contraseña',
    create: 'Crear organización',
    connectsHere: 'Tu equipo se conecta aquí',
    invitePeople: 'Invitar a personas',
    invites: 'Invitaciones',
    inviteByEmail: 'Invitar por correo',
    addresses: 'Direcciones de correo',
    createInvitations: 'Crear invitaciones',
    invitationFor: /^Invitación para /,
    notSent: 'No se envió ningún correo porque no hay servidor de correo configurado. Comparte tú este enlace.',
    close: 'Cerrar',
    invitesYou: /te invita al chat del equipo$/,
    goodLength: 'Buena longitud.',
    join: /^Unirse a /,
    newTopic: 'Nuevo tema',
    topic: 'Tema',
    messageTo: /^Mensaje a /,
    send: /^Enviar a /,
    search: 'Buscar',
    searchField: 'Buscar mensajes, personas y canales',
    oneResult: '1 resultado',
    me: 'Yo',
    preferences: 'Preferencias',
    theme: 'Tema visual',
    dark: 'Oscuro',
    saved: 'Guardado: Tema visual',
    backups: 'Copias de seguridad',
    backUpNow: 'Crear copia ahora',
    moreOfBackup: /^Más acciones de la copia del /,
    restore: /^Restaurar/,
    restoreThis: '¿Restaurar esta copia de seguridad?',
    yourPassword: 'Tu contraseña',
    wrongPassword: 'Esta contraseña no es correcta.',
    replace: 'Reemplazar todo',
    restored: 'Restaurado',
    goOn: 'Continuar',
    beforeRestore: 'antes de restaurar',
  },
  ja: {
    setUp: '自分のチームを設定',
    organization: '組織名',
    yourName: 'あなたの名前',
    email: 'メール',
    password: 'パスワード',
    create: '組織を作成',
    connectsHere: 'チームはここに接続します',
    invitePeople: 'メンバーを招待',
    invites: '招待',
    inviteByEmail: 'メールで招待',
    addresses: 'メールアドレス',
    createInvitations: '招待を作成',
    invitationFor: /への招待$/,
    notSent: 'メールサーバーが設定されていないため、メールは送信されませんでした。このリンクを自分で共有してください。',
    close: '閉じる',
    invitesYou: /さんからチームチャットへの招待です$/,
    goodLength: '十分な長さです。',
    join: /に参加$/,
    newTopic: '新しいトピック',
    topic: 'トピック',
    messageTo: /へのメッセージ$/,
    send: /に送信$/,
    search: '検索',
    searchField: 'メッセージ、ユーザー、チャンネルを検索',
    oneResult: '結果 1 件',
    me: '自分',
    preferences: '環境設定',
    theme: 'テーマ',
    dark: 'ダーク',
    saved: '保存しました：テーマ',
    backups: 'バックアップ',
    backUpNow: '今すぐバックアップ',
    moreOfBackup: /のバックアップのその他の操作$/,
    restore: /^復元/,
    restoreThis: 'このバックアップを復元しますか？',
    yourPassword: 'あなたのパスワード',
    wrongPassword: 'このパスワードは正しくありません。',
    replace: 'すべて置き換える',
    restored: '復元しました',
    goOn: '続ける',
    beforeRestore: '復元前',
  },
  ar: {
    setUp: 'إعداد فريقي',
    organization: 'اسم المؤسسة',
    yourName: 'اسمك',
    email: 'البريد الإلكتروني',
    password: 'كلمة المرور',
    create: 'إنشاء المؤسسة',
    connectsHere: 'يتصل فريقك من هنا',
    invitePeople: 'دعوة أشخاص',
    invites: 'الدعوات',
    inviteByEmail: 'الدعوة بالبريد',
    addresses: 'عناوين البريد الإلكتروني',
    createInvitations: 'إنشاء الدعوات',
    invitationFor: /^دعوة إلى /,
    notSent: 'لم يُرسل بريد لأنه لم يُعدّ خادم بريد. شارك هذا الرابط بنفسك.',
    close: 'إغلاق',
    invitesYou: /^يدعوك .* إلى دردشة الفريق$/,
    goodLength: 'طول جيد.',
    join: /^الانضمام إلى /,
    newTopic: 'موضوع جديد',
    topic: 'موضوع',
    messageTo: /^رسالة إلى /,
    send: /^الإرسال إلى /,
    search: 'بحث',
    searchField: 'البحث في الرسائل والأشخاص والقنوات',
    oneResult: 'نتيجة واحدة',
    me: 'أنا',
    preferences: 'التفضيلات',
    theme: 'السمة',
    dark: 'داكن',
    saved: 'حُفظ: السمة',
    backups: 'النسخ الاحتياطية',
    backUpNow: 'النسخ الاحتياطي الآن',
    moreOfBackup: /^إجراءات أخرى لنسخة /,
    restore: /^استعادة/,
    restoreThis: 'هل تريد استعادة هذه النسخة الاحتياطية؟',
    yourPassword: 'كلمة مرورك',
    wrongPassword: 'كلمة المرور هذه غير صحيحة.',
    replace: 'استبدال كل شيء',
    restored: 'تمت الاستعادة',
    goOn: 'متابعة',
    beforeRestore: 'قبل استعادة',
  },
};
