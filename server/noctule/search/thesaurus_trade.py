"""Groups of words that mean nearly the same where software is built, in the languages it is discussed in.

They are written as `fold` gives them.
"""

# Groups are parted by commas. Two-character words stand for Chinese, Japanese and Korean ones of any length.
TRADE_SYNONYMS = """
    database db datastore postgres postgresql mysql sqlite mariadb mongodb datenbank datenbanken bdd basededonnees
    banco basedatos банка база 数据库 資料庫 데이 データ, auth authentication authenticate authorization authorize
    login signin logon oauth sso credentials anmeldung anmelden einloggen connexion connecter autenticacion
    autenticacao autenticazione iniciar accesso авторизация аутентификация вход 登录 登入 认证 認証 로그 인증,
    signup register registration onboarding registrierung inscription registro cadastro registrazione регистрация
    注册 登録 가입, logout signout logoff abmelden deconnexion выход 登出 退出, deploy deployment release rollout
    ship publish launch bereitstellen bereitstellung ausrollen ausliefern veroffentlichen deployer deploiement
    desplegar despliegue lanzamiento implantar implantacao distribuire rilascio rilasciare wdrozenie деплои
    развертывание релиз 部署 上线 发布 發布 배포 出荷, rollback revert undo backout zuruckrollen zurucksetzen
    annuler revertir reverter ripristinare откат 回滚 回退 롤백, kubernetes k8s kubectl helm cluster pod pods
    orchestration, docker container containers image containerize podman dockerfile compose контеинер 容器 컨테,
    environment env envs umgebung environnement entorno ambiente окружение 环境 環境 환경, production prod live
    produktion produktiv produccion producao produzione продакшн прод 生产 生産 本番 正式 운영, staging preprod
    preproduction uat sandbox, development dev entwicklung developpement desarrollo desenvolvimento sviluppo
    разработка 开发 開発 개발, config configuration configure settings setting preferences options setup
    konfiguration einstellung einstellungen konfigurieren reglage reglages parametres ajuste ajustes configuracion
    configuracao configurar impostazioni configurazione настроика настроики конфиг конфигурация 配置 设置 設定 설정,
    test tests testing spec specs unittest pytest jest vitest testsuite prufen prueba pruebas teste testes prova
    essai тест тесты 测试 測試 試験 테스, e2e endtoend playwright cypress selenium, mock mocks stub stubs fake fakes
    dummy double doubles, fixture fixtures testdata seed seeds sample samples, ci cicd pipeline pipelines workflow
    jenkins circleci buildkite actions continuous integration, build builds compile compilation bundle bundling
    webpack vite rollup esbuild turbopack bauen kompilieren compiler compilar compilacion сборка собрать 构建 編譯
    编译 ビル 빌드, dependency dependencies deps package packages library libraries module vendor abhangigkeit
    abhangigkeiten paket dependance dependances dependencia dependencias dipendenza зависимость зависимости 依赖
    依賴 依存 의존 패키, upgrade update bump migrate migration aktualisieren aktualisierung aktualizacja mise maj
    actualizar actualizacion atualizar atualizacao aggiornare aggiornamento обновление обновить 升级 更新 昇格 업데,
    migration migrations migrate schema alembic flyway migrieren migrar migracion migracao миграция 迁移 移行 이전,
    repository repo repos codebase monorepo depot repositorio репозитории 仓库 저장, branch branches trunk main
    master mainline zweig branche rama ramo ветка 分支 브랜, commit commits changeset committen коммит 提交 커밋,
    merge merging rebase squash zusammenfuhren fusionner fusionar mesclar слияние 合并 合併 병합, pr pullrequest mr
    mergerequest review reviews reviewer codereview revision relecture revue revisar revisao ревью 评审 審査 리뷰,
    changelog releasenotes history news anderungsprotokoll журнал изменении, bug bugs defect issue issues fault
    glitch fehler bogue erreur fallo defecto defeito difetto баг ошибка 缺陷 错误 錯誤 不具 버그 오류, error errors
    exception exceptions failure failures fehler ausnahme erreur echec errores erro erros errore ошибка исключение
    错误 异常 例外 오류 에러, crash crashes crashed panic segfault abort oom absturz absturzen planter plantage
    bloqueo travar падение 崩溃 閃退 충돌, flaky intermittent unstable nondeterministic sporadic unreliable wackelig
    instabil intermitente instable нестабильныи 不稳 불안, log logs logging logger trace tracing protokoll journal
    registros journaux логи логирование 日志 日誌 記録 로그, monitor monitoring observability metrics alerting
    telemetry prometheus grafana datadog uberwachung surveillance monitoreo monitoramento мониторинг 监控 監視 모니,
    alert alerts alarm pager pagerduty oncall notification alarma alerte alerta оповещение 告警 報警 警報 알림,
    incident outage downtime postmortem sev storung ausfall panne incidente caida queda инцидент сбои 事故 故障 障害
    장애, performance perf speed latency throughput slow fast leistung geschwindigkeit rendimiento desempenho
    prestazioni производительность 性能 성능, latency delay lag slowness responsetime latenz latence latencia
    latenza задержка 延迟 遅延 지연, cache caching caches memoize redis memcached cdn zwischenspeicher кэш 缓存 快取
    캐시, queue queues broker kafka rabbitmq sqs celery sidekiq warteschlange fila cola очередь 队列 佇列 대기, job
    jobs cron cronjob scheduler scheduled schedule worker workers task tasks aufgabe tache tarea tarefa задача 任务
    任務 定时 작업, backup backups snapshot dump restore sicherung sicherungskopie sauvegarde respaldo copia
    salvaguarda резервная бэкап 备份 備份 백업, secret secrets password passwords credential credentials token
    tokens apikey vault geheimnis passwort kennwort motdepasse secreto contrasena senha segredo пароль секрет 密码
    密碼 密钥 秘密 비밀 암호, encrypt encryption crypto cipher tls ssl verschlusselung chiffrement cifrado
    criptografia шифрование 加密 暗号 암호, certificate certificates cert certs tls ssl zertifikat certificat
    certificado сертификат 证书 憑證 証明 인증, permission permissions access acl rbac role roles privilege rights
    berechtigung berechtigungen rechte droits permisos permissao permissoes permessi права доступ 权限 權限 권한,
    security secure vulnerability vulnerabilities cve exploit sicherheit securite seguridad seguranca sicurezza
    безопасность уязвимость 安全 漏洞 보안, privacy pii gdpr personal anonymize redact masking datenschutz dsgvo
    rgpd privacidad privacidade lgpd 隐私 隱私 個人 개인, user users customer customers client clients buyer buyers
    account accounts benutzer nutzer kunde kunden utilisateur utilisateurs usuario usuarios cliente clientes utente
    utenti пользователь клиент 用户 用戶 客户 客戶 顧客 사용 고객, payment payments billing invoice invoices charge
    checkout stripe paypal zahlung zahlungen rechnung paiement facture pago pagos factura pagamento pagamentos
    fatura fattura оплата платеж счет 支付 付款 账单 決済 支払 請求 결제, refund refunds chargeback reimbursement
    moneyback ruckerstattung erstattung remboursement reembolso rimborso возврат 退款 返金 환불, order orders
    purchase purchases cart basket bestellung bestellungen warenkorb commande panier pedido pedidos carrito carrinho
    ordine ordini carrello заказ корзина 订单 訂單 注文 주문, price prices pricing cost costs fee fees preis preise
    kosten prix cout precio costo preco custo prezzo цена стоимость 价格 價格 値段 가격, tax taxes vat gst mwst
    steuer tva impuesto iva imposto tasse налог ндс 税务 稅金 税金 세금, discount discounts coupon coupons voucher
    promo promotion rabatt gutschein remise descuento desconto sconto скидка 折扣 优惠 割引 할인, shipping delivery
    carrier parcel dispatch versand lieferung livraison envio entrega spedizione consegna доставка 配送 物流 発送
    배송, inventory stock warehouse lager bestand entrepot almacen estoque magazzino склад 库存 庫存 在庫 재고,
    currency currencies money amount decimal rounding cents wahrung betrag devise monnaie moneda moeda valuta валюта
    货币 貨幣 通貨 통화, email emails mail mails smtp newsletter courriel correo mensagem почта письмо 邮件 郵件
    메일, notification notifications notify push benachrichtigung notificacion notificacao notifica уведомление 通知
    알림, webhook webhooks callback callbacks hook hooks, api apis endpoint endpoints rest graphql grpc interface
    schnittstelle interfaz 接口 介面 接続, request requests call calls query anfrage requete peticion solicitud
    requisicao richiesta запрос 请求 請求 요청, response responses reply answer antwort reponse respuesta resposta
    risposta ответ 响应 回应 応答 응답, timeout timeouts deadline expire expired expiry zeituberschreitung
    expiration таимаут 超时 逾時 시간, retry retries backoff reattempt wiederholen reessayer reintento reintentar
    повтор 重试 重試 再試 재시, limit limits quota cap threshold ratelimit throttle throttling grenze grenzwert
    limite plafond лимит предел 限制 限流 上限 制限 제한, idempotent idempotency duplicate duplicates dedupe
    deduplicate deduplication, race concurrency concurrent lock locks locking deadlock mutex parallel parallelism
    nebenlaufigkeit verrou bloqueo concorrencia блокировка гонка 并发 竞态 並行 동시, transaction transactions
    atomic commit isolation transaktion transaccion transacao транзакция 事务 交易, index indexes indices indexing,
    query queries sql select abfrage requete consulta запрос 查询 查詢 쿼리, table tables relation tabelle tabla
    tabela tabella таблица 表格 테이, orm sqlalchemy prisma hibernate activerecord typeorm, frontend ui client
    browser web webapp gui oberflache benutzeroberflache interfaz интерфеис фронтенд 前端 界面 画面 화면, backend
    server servers serverside api бэкенд сервер 后端 後端 服务 服務 서버, component components widget widgets
    element komponente composant componente компонент 组件 元件 部品, style styles styling css tailwind theme design
    stil estilo стиль 样式 樣式, color colors colour palette hue contrast farbe farben couleur couleurs cor cores
    colore цвет 颜色 顏色 配色 색상, accessibility a11y accessible wcag aria screenreader barrierefreiheit
    barrierefrei accessibilite accesibilidad acessibilidade доступность 无障碍 접근, colorblind colourblind
    deuteranopia protanopia farbenblind daltonien daltonico, layout grid flexbox responsive anordnung mise diseno
    верстка 布局 レイ, dark darkmode theme theming night dunkel sombre oscuro escuro, form forms input inputs field
    fields formular formulaire formulario форма поле 表单 表單 양식, validation validate validator check sanitize
    prufung validierung validacion validacao валидация проверка 校验 验证 驗證 検証 검증, translation translations
    i18n l10n localization locale internationalization language languages ubersetzung sprache traduction langue
    traduccion idioma traducao lingua перевод язык 翻译 翻譯 语言 語言 言語 번역 언어, timezone timezones tz utc dst
    clock zeitzone fuseau horaire zona fuso часовои 时区 時區 標準 시간, date dates datetime timestamp time calendar
    datum zeit uhrzeit fecha hora data дата время 日期 时间 時間 日付 날짜 시간, schedule scheduling calendar agenda
    hours availability termin zeitplan arbeitszeiten horaires horario расписание 日程 予定 일정, meeting meetings
    standup call sync besprechung reunion reuniao riunione встреча совещание 会议 會議 会議 회의, team teams squad
    crew group mannschaft equipe equipo squadra команда 团队 團隊 队伍 팀원, manager lead boss supervisor head
    leiter chef jefe gerente capo начальник 经理 經理 上司 팀장, developer developers engineer engineers programmer
    coder entwickler developpeur desarrollador desenvolvedor sviluppatore разработчик 工程 开发 開発 개발, prefer
    prefers preference preferences like likes favor favour favorite bevorzugen bevorzugt prefere prefiere preferisce
    предпочитает 偏好 喜欢 喜歡 好み 선호, avoid never forbid forbidden ban banned prohibited disallow dont
    vermeiden verboten eviter interdit evitar prohibido proibido vietato запрещено нельзя 禁止 避免 금지, always
    must required mandatory require rule rules policy convention conventions guideline standard regel pflicht
    obligatoire regle obligatorio regra obrigatorio regola правило 必须 規則 规则 必須 규칙 필수, style convention
    conventions naming formatting format lint linter linting prettier eslint black ruff formatierung nomenclature
    formato formatacao форматирование 格式 规范 規範 形式, naming name names identifier rename benennung umbenennen
    nommage renommer nombre nombrar nome nomear имя имена 命名 名称 名前 이름, comment comments docstring docstrings
    annotation kommentar commentaire comentario commento комментарии 注释 註釋 注釈 주석, documentation docs doc
    readme wiki manual guide handbook dokumentation anleitung documentacion documentacao documentazione документация
    文档 文件 説明 문서, tutorial walkthrough guide howto example examples beispiel exemple ejemplo exemplo esempio
    пример 教程 示例 例子 예제, refactor refactoring cleanup restructure rewrite tidy simplify umbauen aufraumen
    refactoriser refactorizar refatorar рефакторинг 重构 重構 整理, delete deletes deleted remove removed removal
    drop purge erase wipe clear loschen entfernen supprimer suppression eliminar borrar excluir remover cancellare
    удалить удаление 删除 刪除 移除 削除 삭제, create creation add new generate insert erstellen anlegen hinzufugen
    creer ajouter crear agregar anadir criar adicionar creare aggiungere создать добавить 创建 建立 新增 添加 追加
    作成 생성 추가, change changes modify edit adjust alter tweak andern anderung modifier modificar cambiar alterar
    mudar modificare изменить 修改 变更 變更 更改 変更 변경 수정, rename renamed move relocate umbenennen renommer
    renombrar renomear переименовать 重命名 改名, enable activate turnon switch aktivieren einschalten activer
    activar ativar attivare включить 启用 啟用 开启 有効 활성, disable deactivate turnoff off deaktivieren
    abschalten ausschalten desactiver desactivar desativar disattivare отключить выключить 禁用 停用 关闭 無効 비활,
    start starts launch boot bootstrap run spin begin starten demarrer lancer iniciar arrancar avviare запуск
    запустить 启动 啟動 开始 起動 開始 시작 실행, stop stops halt kill terminate shutdown quit end stoppen anhalten
    beenden arreter detener parar terminare остановить 停止 终止 終止 終了 중지 종료, restart restarts reboot reload
    relaunch bounce neustart neustarten redemarrer redemarrage reiniciar riavviare riavvio перезапуск перезагрузка
    重启 重啟 再起 재시, hang hangs freeze freezes frozen stuck unresponsive hung einfrieren hangen geler figer
    congelar travar зависает 卡死 卡住 挂起 멈춤, install installation installer setup installieren instalar
    instalacion instalacao installare установка установить 安装 安裝 導入 설치, download downloads fetch pull
    retrieve herunterladen telecharger descargar baixar scaricare скачать загрузить 下载 下載 다운, upload uploads
    import ingest hochladen televerser subir enviar caricare выгрузить загрузка 上传 上傳 업로, export exports dump
    extract exportieren exporter exportar esportare экспорт 导出 匯出 출력, csv spreadsheet excel xlsx sheet, pdf
    print printing document, print printer printers printing receipt drucker drucken bon quittung imprimante
    imprimer recu impresora imprimir recibo impressora stampante stampare ricevuta принтер печать чек 打印 列印 印刷
    收据 인쇄 영수, scan scanner scanning barcode qr qrcode scannen lecteur escaner leitor сканер 扫描 掃描 条码
    二维 스캔, device devices hardware terminal machine gerat gerate appareil appareils dispositivo dispositivos
    aparelho apparecchio устроиство 设备 設備 装置 機器 端末 기기 단말, tablet tablets ipad phone smartphone mobile
    handset handy telefon telephone telefono celular movil планшет телефон 平板 手机 手機 携帯 휴대, android apk
    kotlin adb playstore, ios iphone swift xcode testflight appstore, screen screens display monitor bildschirm
    anzeige ecran pantalla tela schermo экран 屏幕 螢幕 画面 화면, touch tap touchscreen gesture swipe click
    beruhren tippen toucher tocar pulsar нажать 触摸 點擊 点击 터치, keyboard keyboards shortcut shortcuts
    keybinding hotkey tastatur clavier teclado tastiera клавиатура 键盘 鍵盤 키보, camera cameras webcam photo
    photos picture image images kamera foto fotos appareilphoto camara imagen imagem immagine камера фото 相机 相機
    照片 图片 圖片 写真 画像 사진, video videos clip recording stream streaming, audio sound speaker volume
    microphone mic voice ton lautstarke son sonido som suono звук громкость 声音 聲音 音量 音声 소리, network
    networking connection connectivity internet wifi wlan lan offline online netz netzwerk verbindung reseau
    connexion red conexion rede conexao rete connessione сеть соединение подключение 网络 網路 网絡 连接 通信 接続
    네트 연결, offline disconnected nonetwork airplane, proxy gateway loadbalancer nginx haproxy ingress reverse,
    domain dns hostname nameserver subdomain, firewall vpn subnet vpc securitygroup, battery power charging charge
    akku batterie strom bateria batteria батарея 电池 電池 充电 배터, update updates firmware ota patch, storage
    disk volume space bucket s3 blob filesystem speicher festplatte stockage disque almacenamiento disco
    armazenamento хранилище диск 存储 儲存 磁盘 保存 저장, memory ram heap leak leaks oom arbeitsspeicher memoire
    memoria память утечка 内存 記憶體 메모, cpu processor core cores prozessor processeur procesador processador
    процессор 处理, file files filename path datei dateien fichier fichiers archivo archivos ficheiro arquivo
    arquivos фаил 文件 檔案 파일, folder folders directory directories dir ordner verzeichnis dossier repertoire
    carpeta pasta cartella папка каталог 目录 文件夹 資料夾 폴더, script scripts shell bash makefile task, command
    commands cli terminal console shell befehl commande comando команда 命令 指令 명령, editor ide vscode vim neovim
    emacs intellij jetbrains, machine laptop computer workstation pc macbook desktop rechner ordinateur ordenador
    computadora computador maquina компьютер ноутбук 电脑 電腦 컴퓨, windows win32 wsl powershell, mac macos osx
    darwin apple, linux ubuntu debian fedora arch, python py django flask fastapi, javascript js node nodejs
    typescript ts npm yarn pnpm, react jsx tsx hooks nextjs redux, java jvm kotlin spring gradle maven, golang go,
    rust cargo crate crates, ruby rails gem, csharp dotnet net, terraform iac infrastructure ansible pulumi
    cloudformation infrastruktur infraestructura infraestrutura инфраструктура 基础, aws amazon ec2 lambda s3 cloud,
    gcp google cloud, azure microsoft, cloud hosting hosted saas provider, cost costs expensive budget spend billing
    teuer depense gasto caro бюджет дорого 成本 费用 費用 비용, deadline milestone due freeze launch frist termin
    echeance plazo prazo scadenza срок дедлаин 截止 期限 마감, freeze codefreeze moratorium lockdown, friday weekend
    freitag vendredi viernes sexta venerdi пятница 周五 星期五 金曜 금요, monday montag lundi lunes segunda lunedi
    понедельник 周一 月曜 월요, plan plans roadmap planning planung projet proyecto план 计划 計劃 計画 계획, ticket
    tickets jira linear issue story backlog tracker, dashboard dashboards chart charts graph graphs report reports
    grafana bericht rapport informe relatorio отчет 报表 報表 图表 대시, analytics tracking events metrics
    statistics stats kpi, experiment abtest featureflag flag flags toggle launchdarkly rollout, feature features
    functionality capability funktion fonctionnalite funcion funcionalidad recurso funzione функция 功能 機能 기능,
    requirement requirements spec specification criteria anforderung exigence requisito требование 需求 要件 요구,
    stakeholder sponsor owner owners responsible maintainer verantwortlich responsable responsavel владелец 负责
    負責 担当 담당, contact reach ask escalate escalation kontakt ansprechpartner contacto contato контакт 联系 聯繫
    連絡 연락, partner vendor supplier provider thirdparty lieferant fournisseur proveedor fornecedor fornitore
    поставщик 供应 業者 업체, contract agreement sla license vertrag contrat contrato contratto договор контракт
    合同 契約 계약, license licence licensing gpl mit oss lizenz licencia licenca лицензия 许可 授權 라이, legal
    compliance regulation audit lawyer recht juridique juridico юридическии 法律 合规 監査 법률, audit auditing
    compliance trail review prufung, search searching find lookup elasticsearch lucene suche suchen recherche
    chercher busqueda buscar busca pesquisa ricerca cercare поиск искать 搜索 搜尋 查找 検索 검색, filter filters
    filtering facet, sort sorting order ordering, pagination paging page cursor infinite, list lists table grid, map
    maps geo location gps coordinates karte carte mapa mappa карта 地图 地圖 地図 지도, message messages chat slack
    teams discord channel nachricht mensaje mensagem messaggio сообщение 消息 訊息 통보, websocket websockets socket
    realtime sse streaming live, serialization serialize json protobuf avro marshal deserialize parse parsing,
    encoding utf8 unicode charset codepage kodierung encodage codificacion кодировка 编码 編碼 文字, regex regexp
    pattern matching, type types typing typed typescript mypy annotations hints, null none undefined nil missing
    optional empty, async asynchronous await promise promises coroutine, thread threads threading multithreading
    process processes, event events listener subscription subscribe publish eventbus, state store redux zustand
    context, route routes router routing url urls link links, session sessions cookie cookies jwt, model models llm
    ai gpt claude prompt, training train finetune dataset ml machinelearning, image images picture thumbnail png
    jpeg svg icon, font fonts typography typeface schrift police fuente fonte шрифт 字体 字體 글꼴, button buttons
    cta knopf schaltflache bouton boton botao pulsante кнопка 按钮 按鈕 버튼, menu menus navigation sidebar navbar,
    modal dialog popup overlay, warning warnings warn deprecation warnung avertissement advertencia aviso avviso
    предупреждение 警告 경고, deprecated obsolete legacy outdated old sunset veraltet obsoleto устаревшии 废弃 过时
    廃止 구식, temporary workaround hack interim stopgap temporar provisoire temporal provisorio временныи обход
    临时 暫時 一時 임시, blocked blocker waiting pending stalled, important critical urgent priority severe wichtig
    dringend urgente importante prioritaire важныи срочно 重要 紧急 緊急 중요 긴급, safe safely safety careful
    caution, double duplicate twice doppelt doble duplo doppio дважды 重复 重複 二重 중복, missing lost absent gone
    disappear vanish fehlt fehlend verloren manquant perdu falta perdido отсутствует пропал 缺少 丢失 紛失 누락,
    wrong incorrect mistaken bad invalid falsch faux incorrecto errado sbagliato неправильно 不正 잘못, slow slowly
    sluggish laggy langsam lent lento медленно 很慢 遅い 느림, big large huge size bytes bloat gross grosse taille
    tamano tamanho dimensione размер 大小 体积 容量 크기, answer answers reply respond response explain explanation
    antworten erklaren repondre expliquer responder explicar rispondere spiegare ответ объяснить 回答 解释 解釋 説明
    답변 설명, short brief concise terse succinct kurz knapp court bref corto breve curto кратко 简短 簡潔 簡短
    간결, verbose lengthy long detailed wordy ausfuhrlich, tabs spaces indent indentation whitespace einruckung,
    quote quotes quoting semicolon semicolons, emoji emojis emoticon, sprint iteration cycle scrum kanban agile,
    holiday vacation leave absence pto urlaub ferien conges vacances vacaciones ferias vacanze отпуск 休假 假期 休暇
    휴가, office remote home workplace buro bureau oficina escritorio ufficio офис 办公 辦公 事務 사무, kiosk kiosks
    selfservice standalone automat borne quiosco quiosque chiosco киоск 自助 키오, cash money coin coins banknote
    drawer bargeld especes efectivo dinheiro contanti наличные 现金 現金 현금, card cards creditcard emv contactless
    nfc karte carte tarjeta cartao carta карта 刷卡 银行卡 カー 카드, reader readers terminal leser lesegerat
    lecteur lector leitor lettore считыватель 读卡 読取 리더, store shop shops branch location laden filiale
    geschaft magasin boutique tienda loja negozio магазин 门店 商店 店舗 매장, product products item items article
    sku catalog produkt artikel produit producto articulo produto prodotto товар продукт 商品 产品 產品 製品 상품
    제품, employee staff personnel worker mitarbeiter personal employe empleado funcionario dipendente сотрудник
    员工 員工 社員 직원, country countries region regions market land lander pays pais paese страна 国家 國家 地域
    국가, address addresses street postal zip adresse direccion endereco indirizzo адрес 地址 住所 주소, phone
    number telephone call telefonnummer numero telefone, night nightly overnight nacht nachts nuit noche noite notte
    ночь ночью 夜间 夜間 每晚 야간, morning early morgen fruh matin manana manha mattina утро 早上 早朝 아침, daily
    everyday taglich quotidien diario diariamente quotidiano ежедневно 每天 毎日 매일, weekly wochentlich
    hebdomadaire semanal settimanale еженедельно 每周 毎週 매주
"""
