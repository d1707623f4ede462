import { connectable, type Finders, personal, phrases } from './language.ts';

// Over 400 lines because a language has one table of words, a finder after the other.
/** What nominates a sentence for a fact, by finder and argument. */
export const finders: Finders = {
  limits: {
    words: phrases(
      'até, máximo, no máximo, mínimo, no mínimo, pelo menos, limite, limitado a, inclui, incluído, incluídos, incluída, por mês, por dia, por pessoa, por noite, a partir de, pessoas, lugares, capacidade, apenas, válido, hóspedes, só depois, não mais do que, mínimo de',
    ),
    strong: phrases(
      'até, máximo, mínimo, pelo menos, limite, limitado a, inclui, incluído, incluídos, incluída, lugares, capacidade, válido, não mais do que',
    ),
    unquoted: phrases('fatura*, mora, atraso no pagamento, limpeza'),
  },
  over: {
    words: phrases(
      'adicional, adicionais, suplemento, sobretaxa, acréscimo, cobrado, cobrada, cobrados, taxa extra, multa, excede*, exceder, além de',
    ),
    objects: phrases(
      'pessoa*, noite*, hora*, limpeza, cama, preço, €, euros, r$, reais, quilômetro*, animal, animais, bagagem, hóspede*, limite',
    ),
    not: phrases('iva, impostos'),
    unquoted: phrases('fatura*, mora, atraso no pagamento, limpeza'),
  },
  excluded: {
    words: phrases(
      'não incluído, não incluída, não inclui, não está incluído, não estão incluídos, não são permitidos, não é permitido, não aceitamos, proibido, não reembolsável, não aplicável, exceto, excluíd*, não são aceitos, não trabalhamos, não reparamos, não enviamos, não oferecemos, nenhum dos dois, não é indicado, não indicado',
    ),
    objects: phrases(
      'animais, preço*, tarifa*, serviço*, produto*, cliente*, fumar, crianças, café da manhã, pequeno almoço, envio*, reserva*, refeiç*, artigo*, plano*, itens, peças, caldeira*, aparelho*, veículo*, marca*, grupo*, quarto*',
    ),
    not: phrases('iva, impostos'),
  },
  refused: {
    words: phrases(
      'não são permitidos, não aceitamos, não são aceitos, não enviamos, não trabalhamos, proibido fumar, não lavamos, não entregamos, não oferecemos',
    ),
    not: phrases(
      'cookies, dados, responsab*, spam, terceiros, acreditamos, pensamos, garantimos, sabemos, partilhamos, compartilhamos, vendemos os seus, apenas, só, armazenamos, recomendamos, aconselhamos',
    ),
  },
  rule: {
    words: phrases(
      'mudar de, mudança de, trocar, troca, alterar, alteração, substitu*, remarcar, remarcação, em vez de, como alternativa, passar para, passar do, passar, mudar, o inverso, adiar, ceder, transferir, transferível, outra pessoa, outra data, outro dia, no seu lugar, recuperar, subir de, descer de, mudamos para, mudar para',
    ),
    objects: phrases(
      'plano*, tarifa*, assinatura*, subscri*, reserva*, pedido*, artigo*, produto*, data*, tamanho*, quarto, bilhete*, horário, contrato*, pacote*, plus, curso*, lugar, vale*, pessoa, aula*, dia, mês, ano, sala*, sessão',
    ),
    also: phrases(
      'descontamos, desconta se, no fim do prazo, abatid*, imediat*, fim do mês, fim do período, proporcional*, diferença, crédito, sem custo, gratuit*, grátis, custo, sem acréscimo, acréscimo, suplemento, mantém*, a partir do mês, mês seguinte, a qualquer momento, só na',
    ),
    under: phrases('troca*, mudança*, posso mudar, posso trocar, substituiç*, alteraç*, posso alterar'),
    not: phrases('desconto*'),
  },
  failing: {
    words: phrases(
      'indisponível, não disponível, esgotado, sem estoque, lotado, doente, não estiver em condições, não há, não pode vir, sem stock, cancelado, não se realizar, falta, lotada, fecharmos',
    ),
    also: phrases(
      'em vez disso, alternativ*, substitu*, reembols*, equivalente, outra data, outro modelo, esperar, lista de espera, mesmo preço, devolvemos, mudamos, vale, devoluç*, à sua escolha, outra, descontamos, mais parecid*, semelhante, enviamos, mandamos, nova data',
    ),
  },
  elsewhere: {
    words: phrases(
      'encaminhamos para, encaminhamos o, reencaminhamos, é melhor procurar, procure antes, indicamos o, indicamos a, recomendamos antes, melhor opção, mais adequado, é preferível, leve antes, escolha antes, prefira antes, melhor levar, melhor escolher',
    ),
  },
  conditions: {
    words: phrases(
      'se, desde que, caso, em caso de, quando, salvo, exceto, a menos que, conforme, a partir de, deve, devem, grátis para, gratuito, não reembolsável, mediante, sob pedido, antes de, após, depois de, até, acima de',
    ),
    bounds: phrases(
      'dentro de, antes de, após, pelo menos, no máximo, máximo, mínimo, menos de, mais de, até, a partir de, entre, prazo, acima de',
    ),
    vague: phrases('responsabilidade, dados pessoais, cookies, navegador, foro, lgpd, rgpd, propriedade intelectual'),
    strong: phrases('se, desde que, caso, em caso de, a menos que'),
    topic_price: phrases(
      'preço*, tarifa*, custo*, grátis, gratuit*, pagamento*, pagar, sinal, caução, depósito, fatura*, desconto*, €, euros, r$, taxa*',
    ),
    topic_cancelling: phrases(
      'cancel*, reembols*, devoluç*, rescis*, rescind*, arrepend*, aviso prévio, contrato, fidelização',
    ),
    topic_limits: phrases('limite*, máximo, mínimo, capacidade, estadia mínima, noites, pedido mínimo'),
    topic_eligibility: phrases(
      'crianças, animais, anos, pessoas, estudante*, sócio*, cliente*, empresa*, hóspede*, grupo*',
    ),
    topic_availability: phrases(
      'disponib*, disponív*, envio*, entrega*, coleta*, horário*, reserva*, entrada, saída, estação, estadia, horas, agendamento*',
    ),
    topic_warranty: phrases('garantia*, reparo*, reparaç*, defeito*, danific*'),
  },
  vague_p2b: { words: phrases('conforme disponibilidade, sujeito a disponibilidade, sob consulta, aproximadamente') },
  vague_p2d: {
    words: phrases(
      'sujeitos a alteraç*, sujeito a alteraç*, sob consulta, sob consulta, pode variar, podem variar, consulte, sujeito a alteraç*, orçamento',
    ),
  },
  targets: {
    without: phrases('satisf*, questionário*, inquérito*'),
    words: phrases('resposta, respondemos, tempo de resposta, disponibilidade, respondidas, são respondidas'),
    with: phrases('# horas, # hora, # h, # %, # dias, # minutos, # dias úteis'),
  },
  remedy: {
    words: phrases('reembols*, compensa*, indeniza*, crédito, devolvemos, restituímos'),
    with: phrases(
      'atraso, falha, disponibilidade, dano*, mais tarde, tarde, fora do prazo, não ficar satisfeito, não está satisfeito, não gostar, erro nosso',
    ),
  },
  testimonials: { words: phrases('depoimentos, testemunhos, avaliações, o que dizem, opiniões de clientes') },
  certificates: {
    words: phrases(
      'certificado por, certificada, certificados por, técnicos certificados, todos certificados, licenciad*, registo nacional, número de registro, alvará, iso 9001, iso 27001, acreditad*, selo de qualidade, credenciad*, empresa instaladora, inscrit*',
    ),
  },
  lookup: {
    words: phrases('verificáve*, pode verificar, pode confirmar, consultáve*, pode consultar, confirme'),
    with: phrases('registo, número, certificad*, ordem, lista, alvará, licença, diretório'),
  },
  press: { words: phrases('na mídia, na imprensa, premiad*, prémio, prêmio') },
  claims: {
    words: phrases(
      '# opiniões, # avaliações, # estrelas, anos de experiência, desde 19*, desde 20*, experiência, empresa familiar, clientes satisfeitos, qualidade, garantid*, confiança',
    ),
  },
  history: {
    words: phrases(
      'rastreamento, histórico de pedidos, histórico de compras, histórico de encomendas, histórico das compras, histórico das encomendas, seu histórico, seus pedidos, os seus pedidos, código de rastreio, confirmação da reserva, confirmação do pedido, os seus certificados, seus certificados, seus documentos, confirmação por e mail, email de confirmação, confirmação por, recibo, recibos, fatura por, guia de transporte, certificado de presença, guia de remessa',
    ),
  },
  shown: {
    words: phrases(
      'encomendas, pedidos, faturas, recibos, guias, certificados, reservas, visitas, pagamentos, documentos, relatórios, notas, presenças, histórico, orçamentos, contratos, entregas, análises',
    ),
    with: phrases(
      'área de cliente*, área do cliente, área reservada, área pessoal, a sua conta, sua conta, minha conta, portal, painel, moodle, na aplicação, no app, no aplicativo',
    ),
    without: phrases('newsletter, cookies, dados pessoais, conta bancária, carregue, envie'),
  },
  shown_for: {
    words: phrases('fica, ficam, disponíve*, guarda*, conserva*, últimos, últimas, acessíve*'),
    with: phrases('# ano*, # mês, # meses, # dias, um ano, enquanto for'),
    also: phrases(
      'área de cliente*, área do cliente, área reservada, área pessoal, a sua conta, sua conta, minha conta, portal, painel, moodle, na aplicação, no app, no aplicativo',
    ),
    without: phrases('newsletter, cookies, dados pessoais, conta bancária'),
  },
  listed: {
    with: phrases('fatura*, factura*, pedido*, encomenda*, reserva*, pagamento*, entrega*'),
    words: phrases('na sua conta, sua conta, área de cliente, área do cliente, área reservada'),
    without: phrases('cookies, dados pessoais, bancária'),
  },
  recorded: {
    words: phrases('quem, registad*, registrad*, registamos, registramos, anotad*, anotamos'),
    with: phrases('cada, todos, todas, quando, alterou, mudou, pediu'),
    also: phrases(
      'alteraç*, pedido*, ação, acesso*, data, visita*, reserva*, fatura*, equipa, equipe, intervenç*, reparaç*, entrou',
    ),
  },
  powers: {
    words: phrases(
      'quem pode, permissões, perfis, funções, direitos de acesso, só leitura, somente leitura, acesso limitado, cria utilizadores, criar utilizadores, cria usuários, criar usuários, subcontas, pode convidar, só pode, só podem, apenas pode',
    ),
    with: phrases(
      'conta, equipa, equipe, utilizador*, usuário*, colaborador*, colega*, pessoa*, funcionári*, administrador*, responsáve*, compras, contabilista*, contador*, pais, sócio*',
    ),
    also: phrases(
      'ver, pode, podem, só, apenas, diferentes, próprios, pedir, reservar, alterar, aprovar, atribu*, convid*, entrar, consultar, ler, gerir, carregar',
    ),
    without: phrases('dados pessoais, rgpd, lgpd'),
  },
  logins: {
    words: phrases(
      'área de cliente, área do cliente, área reservada, sua conta, minha conta, conta da equipa, iniciar sessão, inicie sessão, faça login, aceda',
    ),
    with: phrases('conta, código, palavra passe, senha, email, e mail, pedido*, fatura*, reserva*, sessão, plano'),
    without: phrases('newsletter, bancária'),
  },
  logs: {
    words: phrases('registro de auditoria, registo de auditoria, registro de atividades, registo de atividades'),
    with: phrases('conta, equipe, equipa, usuário*, utilizador*, api, export*, cada'),
  },
  exports_p3c: { words: phrases('export*'), with: phrases('csv, json, pdf, excel, dados, faturas') },
  exports_p5b: { words: phrases('export*'), with: phrases('csv, json, pdf, excel, dados, faturas') },
  downloads: {
    words: phrases('baixar, baixe, descarreg*, download*'),
    with: phrases('em csv, em pdf, suas faturas, seus dados, fatura*'),
  },
  hooks_p3c: { words: phrases('webhook*'), with: phrases('evento*, envi*, url, notific*') },
  hooks_p5a: { words: phrases('webhook*'), with: phrases('evento*, envi*, url, notific*') },
  dated: {
    words: phrases(
      'em vigor, vigente*, atualizad*, actualizad*, última atualização, última alteração, revist*, versão, válid* desde, válid* a partir, preços de, preços desde, tabela de preços, tarifas de, tarifas desde, preços #',
    ),
    years: phrases('preços, tarifas, tabela'),
  },
  held: {
    words: phrases('mantêm o preço, mantém o preço, preço mantém se, preço em vigor na data, ficam com o preço'),
    with: phrases('encomenda*, pedido*, reserva*, contrato*, subscriç*, assinatura*, confirmad*'),
  },
  earlier: { words: phrases('versão anterior, versões anteriores, versão #, condições anteriores') },
  notice_p3d: {
    words: phrases('aviso prévio, avis*, informar*, informad*, informamos, com antecedência, comunic*, anunci*'),
    also: phrases('mudança*, alteraç*, tarifa*, preço*, aumento*'),
    with: phrases('# dias, # meses, # mês, # semanas'),
  },
  booked: {
    without: phrases('a pedido'),
    words: phrases(
      'confirmação imediata, confirmado na hora, pagamento online, reserva online, reserve online, agende online, confirmação por email, confirmação por e mail, paga agora, pague agora, com cartão, marcar e pagar',
    ),
    with: phrases(
      'reserv*, pagamento, email, mail, estadia, quarto, agend*, manutenção, visita, mesa, vaga, marcação, aula',
    ),
  },
  walk_in: {
    words: phrases('sem marcação, sem marcar, sem hora marcada, sem agendamento, não é preciso marcar'),
    without: phrases('cancel*, reembols*'),
  },
  unreserved: {
    words: phrases('sem reserva, não é preciso reservar, não é necessário reservar, ordem de chegada'),
    without: phrases('não se, cancel*, reembols*'),
  },
  at_once: {
    words: phrases(
      'confirmação imediata, confirmada na hora, confirmado na hora, confirmada de imediato, confirmado de imediato, confirmação instantânea, confirmamos na hora, confirmamos de imediato',
    ),
    with: phrases('reserv*, vaga*, curso*, mesa*, quarto*, encomenda*, pedido*, marcaç*, consulta*'),
  },
  free_start: {
    words: phrases(
      'sem cartão, sem cartão de crédito, sem cadastro, sem registo, sem conta, comprar como convidado, não precisa de conta, não é preciso conta, sem criar conta, não precisa de registo, não precisa se cadastrar, sem dados de pagamento',
    ),
    without: phrases('descarreg*, baixar'),
  },
  own_key: {
    words: phrases('criar uma chave, gerar uma chave, obtenha a sua chave, crie sua chave'),
    with: phrases('api, conta, painel, minutos'),
  },
  key_words: { words: phrases('chave api, chaves api, chave de api, token*, entrar, cadastre se, iniciar sessão') },
  fit: {
    words: phrases(
      'ideal para, perfeito para, perfeita para, adequado para, adequada para, pensado para, pensada para, feito para, recomendado para, indicado para, projetado para',
    ),
    objects: phrases(
      'casament*, aniversári*, almoço*, jantar*, reuniões, evento*, caminhantes, ciclistas, famílias, família, casais, grupos, crianças, profissionais, empresa*, equipes, equipas, iniciantes, autônomos, amigos, viajantes, férias, todos, projetos, negócios, quem',
    ),
    opening: phrases('para quem, para aqueles que, para pessoas que, para os que'),
    labels: phrases('para quem, público, público alvo, destinatários, pré requisitos, ideal para, indicado para'),
    unquoted: phrases('idealmente situad*, idealmente localizad*'),
  },
  fit_for: { words: phrases('ideal para, perfeito para, adequado para, recomendado para') },
  columns: {
    words: phrases('ideal para, para quem, recomendado para, adequado para'),
    whole: phrases('para, uso, público'),
  },
  weighed: { words: phrases('se quer, se procura, melhor, se você, escolha, recomendamos') },
  benefits: { words: phrases('você pode, pode, poderá, oferecemos, seu, sua, seus, suas, sem') },
  passed: {
    words: phrases(
      'encaminhamos para, encaminhamos o, reencaminhamos, é melhor procurar, procure antes, indicamos o, indicamos a, recomendamos antes',
    ),
  },
  negative: {
    words: phrases(
      'não é adequado, não adequado, não recomendado, não é para, não são permitidos, não indicado, não é o sítio, não é indicado, não serve, não aceitamos, não somos, não recebemos, não é para quem, demasiado grande, demasiado pequeno, só adultos, desaconselhado, não é um',
    ),
  },
  mention: {
    words: phrases('integração, integrações, compatível com, plugin*, extensão, sincroniz*, api, widget*, conecta*'),
  },
  imports: {
    words: phrases('csv, excel, xlsx, ods, planilha*, folha de cálculo, google sheets'),
    with: phrases('importar, importação, importações, importado, importados, importadas'),
  },
  connected: {
    words: [...connectable, ...phrases('ficheiro para o calendário, ficheiro de calendário, arquivo de calendário')],
    with: phrases(
      'ligação, ligamos, liga, integra*, sincroniz*, import*, export*, envi*, compatíve*, traz, ficheiro para o calendário, ficheiro de calendário, arquivo de calendário',
    ),
  },
  personal: { words: personal, with: phrases('sincroniz*, import*, export*') },
  account: {
    words: phrases(
      'área do cliente, minha conta, sua conta, a sua conta, painel de controle, painel, conta de senhorio, sua conta de, área reservada, área pessoal, área de cliente',
    ),
    with: phrases(
      'pedido*, fatura*, consultar, gerenciar, gerir, histórico, acessar, dados, certificado*, documento*, guardad*',
    ),
  },
  kept_p5b: {
    words: phrases('conserva*, armazena*, guarda*, guardamos, conservamos, últimos # anos, últimos # meses, ficam'),
    with: phrases('# dias, # meses, # anos'),
    also: phrases(
      'dados, histórico, conta, mensagens, registros, registos, certificados, relatórios, documentos, faturas, pedidos, encomendas, reservas, ficha*',
    ),
  },
  kept_p3c: {
    words: phrases('conserva*, armazena*'),
    with: phrases('# dias, # meses, # anos'),
    also: phrases('registro*, registo*, histórico, evento*'),
  },
  cancel: {
    quoted_with: phrases(
      'conta, online, área de cliente, área do cliente, a ligação, painel, definições, configurações, um clique, botão',
    ),
    words: phrases('cancel*, rescindir, sem fidelização, sem fidelidade, pausar, saltar, suspender, desistir'),
    with: phrases(
      'a qualquer momento, quando quiser, pela sua conta, na sua conta, online, sem multa, em qualquer altura, minha conta, área de cliente, área do cliente, a ligação',
    ),
  },
  moved: {
    words: phrases('mudar, muda, alterar, altera, remarcar, cancelar, desmarcar, devolver'),
    with: phrases('link, ligação, online, em linha, sua conta, na conta, botão, app, área de cliente'),
    also: phrases('data, reserva*, marcação, marcações, pedido*, encomenda*, aula*, curso*, entrega*'),
  },
  contact: {
    words: phrases('cancel*, rescindir, renov*'),
    with: phrases(
      'por email, por e mail, por telefone, contat*, contact*, aviso prévio, # dias, # horas, # meses, chegada, gratuit*',
    ),
  },
  renewal: {
    words: phrases('renov*, assinatura*, subscri*'),
    with: phrases('mês, mensal*, anual*, automátic*, ano, cancel*, vencimento'),
  },
  managed: {
    words: phrases('gerir a subscrição, gerir a assinatura, gerenciar assinatura, mudar de plano, alterar o plano'),
    without: phrases('contact*, contat*, escrev*'),
  },
  notice_p5c: {
    words: phrases('preço*, tarifa*, renov*, renova*, cada débito, cada envio, cada entrega, próximo envio'),
    also: phrases(
      'aviso, avis*, inform*, antecedência, notific*, escrevemos, avisamos, avisar, antes do, antes, email, e mail',
    ),
    with: phrases('# dias, # meses, # mês, # semanas'),
  },
  claim: {
    words: phrases('desconto*, fidelidade, clientes habituais, pontos'),
    without: phrases('estudant*, aposentad*, idos*, crianç*'),
  },
  saving: {
    without: phrases('envio*, entrega, criança*'),
    words: phrases(
      'paga, pague, oferta, oferec*, poup*, economi*, desconto, grátis, mais barato, descontos, menos # %, # % menos, # por # €',
    ),
    with: phrases('paga #, pague #, décim*, # %, # €, # euros, # meses'),
    also: phrases(
      'décim*, # noites, ano, anual*, mês, noites, semana, estadia, assinatura*, fidelidade, quantidade, anos, meses, semanas, # por # €',
    ),
  },
  stepped: {
    words: phrases('# %'),
    with: phrases('desconto*, bonifica*, fidelidade'),
    without: phrases('estudant*, aposentad*, idos*, crianç*, cancel*'),
  },
  packs: {
    words: phrases('pacote de #, pacotes de #, carteira de #, pack de #, caderneta de #'),
    with: phrases('€, euro, euros, chf, r $, $, £'),
  },
  loyal: {
    words: phrases(
      'antigos alunos, ex alunos, antigos clientes, quem renova, décim*, terceira, quinta, clientes habituais, ao fim de um ano, ao fim de # anos, após um ano, depois de um ano, após # visitas, após # cursos, próxima visita, próxima reserva, quem trouxer, traga um amigo, sócios, membros, após # encomendas, após # entregas, terceiro, quinto, a partir da segunda, a partir do segundo',
    ),
    with: phrases('grátis, oferta, oferecemos, metade do preço, metade, desconto, vale de, menos, # %, # €'),
    without: phrases('crianç*, estudant*, segunda a, terça a, a quinta, a sexta'),
  },
  tiers: {
    words: phrases(
      'desconto por volume, preço por volume, cartão fidelidade, programa de fidelidade, programa de pontos',
    ),
  },
  analytics: {
    words: phrases('estatísticas, análises, relatórios, métricas'),
    with: phrases('seu, sua, seus, suas, painel, mensa*'),
  },
  reports: { words: phrases('relatório*, resumo'), with: phrases('mensa*, semana*, cada mês, cada semana') },
  book: {
    words: phrases('marcar, marque, marcação, marcações, reservar, reserve, reserva, reservas, agendar, agendamento'),
    not: phrases('demo, contacto, orçamento'),
  },
  signup: {
    words: phrases(
      'registar, registe se, criar conta, cadastre se, cadastrar, teste grátis, começar grátis, inscreva se',
    ),
    not: phrases('newsletter, contacto, demo'),
  },
  start: {
    whole: phrases('criar conta, criar uma conta, criar conta grátis, teste grátis, começar grátis'),
  },
  basket: {
    words: phrases(
      'adicionar ao carrinho, adicionar ao cesto, abrir carrinho, ver carrinho, ver o carrinho, seu carrinho, meu carrinho, comprar agora',
    ),
    whole: phrases('carrinho, cesto'),
  },
  buying: {
    words: phrases(
      'adicionar ao carrinho, carrinho, comprar, finalizar compra, comprar bilhetes, reservar mesa, encomendar',
    ),
  },
  demo: {
    words: phrases('pedir orçamento, solicitar orçamento, orçamento grátis, pedir informações, agendar demonstração'),
  },
  calendar: { words: phrases('ver disponibilidade, consultar disponibilidade, calendário de disponibilidade') },
  reviewed: { words: phrases('avaliações de clientes, ver avaliações, ler avaliações') },
  register: {
    words: phrases('ver o registo, registo comercial, número de registo, ver a ficha, ver o certificado, certificado'),
  },
  advised: {
    words: phrases(
      'recomendamos o, recomendamos a, sugerimos o, sugerimos a, aconselhamos o, aconselhamos a, sugerimos nosso, sugerimos nossa, sugerimos o nosso, sugerimos a nossa, recomendamos nosso',
    ),
    objects: phrases('para, com, acima, abaixo'),
    not: phrases('cookies, navegador, senha'),
  },
  situation: {
    words: phrases(
      'se precisa, se você, se tem, se quer, se procura, se vem, se o seu, se a sua, quem, para quem, até',
    ),
    objects: phrases(
      'escolha, escolher, basta, compensa, recomendamos, melhor, opte, prefira, serve, indicado, a escolha, comece',
    ),
    under: phrases(
      'qual escolher, que plano, qual plano, para quem, como escolher, é para mim, que quarto, qual o curso',
    ),
    not: phrases('cancel*, senha, palavra passe, cookies, pergunt*, contacte'),
    under_short: phrases('qual, quais'),
  },
  audience: {
    words: phrases(
      'ajudamos, acompanhamos, para famílias, para casais, para grupos, para empresas, para profissionais, para crianças, para todos, para amigos, para quem, para equipes, para pequenas, para hotéis, para viajantes, para principiantes, para estudantes, para pais, para associações, para escolas, para restaurantes, para agências, para equipas, para freelancers, dirigido a, destinado a, para adultos, freelancers, para profissionais',
    ),
    under: phrases('para quem, a quem, os nossos clientes'),
  },
  beyond: {
    words: phrases(
      'menos de, entre, mais de, menos de, depois, após, passado, passados, além, acima de, abaixo de, atraso, perdido, perda, ultrapass*, exced*',
    ),
    objects: phrases(
      'ficamos com, do preço, do valor, da tarifa, cobra se, é cobrado, é cobrada, cobramos, paga, perde, perdem, suspenso, suspensa, recusad*, multa, sobretaxa, não se devolve, não reembols*, sem devolução, não há devolução, cancelad*, preço total, por sua conta, não será possível, é cobrada',
    ),
    not: phrases('iva, impostos, responsab*, desconto*, poup*, cookies, dados, anos de experiência'),
  },
  substitute: {
    words: phrases(
      'em vez do, em vez da, substitui o, substitui a, no lugar do, equivalente*, do mesmo valor, outra pessoa, no seu lugar, transmissível, transferível, passam para o mês, válido para qualquer, recupera se, à escolha, em alternativa, substituir por, em vez disso',
    ),
    not: phrases('desconto*, lei, cláusula*, responsab*'),
  },
};
